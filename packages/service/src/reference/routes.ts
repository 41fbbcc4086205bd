import {
  type AircraftDetail,
  AircraftDetailSchema,
  type AirlineDetail,
  AirlineDetailSchema,
  type CurrencyDetail,
  CurrencyDetailSchema,
  currencies,
  minorDigitsOf,
  type ProgramDetail,
  ProgramDetailSchema,
} from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";
import { getCaller } from "../http/caller.ts";
import { type Cursors, listQuery, listResponses, readCallerPage } from "../http/pagination.ts";

/** Reference data of the supply. */
export interface ReferenceLists {
  programs: readonly ProgramDetail[];
  airlines: readonly AirlineDetail[];
  aircraft: readonly AircraftDetail[];
}

const config = { access: ["usage.read", "flights.search"], applicationKeys: "shared" } as const;
const tags = ["Search"];
const querystring = listQuery({});
const order = "Sorted by code.";

export function registerReferenceRoutes(app: App, { lists, cursors }: { lists: ReferenceLists; cursors: Cursors }) {
  app.get(
    "/v1/programs",
    {
      config,
      schema: {
        operationId: "listPrograms",
        tags,
        summary: "List loyalty programs",
        description:
          "Lists the loyalty programs with award availability in search results, with the airlines on which their miles can be spent. The data is static and can be cached for an hour.",
        querystring,
        response: listResponses(ProgramDetailSchema, order),
      },
    },
    makePager(cursors, lists.programs),
  );
  app.get(
    "/v1/airlines",
    {
      config,
      schema: {
        operationId: "listAirlines",
        tags,
        summary: "List airlines",
        description:
          "Lists the airlines accepted by the search filters `airlines` and `excludeAirlines`. The data is static and can be cached for an hour.",
        querystring,
        response: listResponses(AirlineDetailSchema, order),
      },
    },
    makePager(cursors, lists.airlines),
  );
  app.get(
    "/v1/aircraft",
    {
      config,
      schema: {
        operationId: "listAircraft",
        tags,
        summary: "List aircraft types",
        description:
          "Lists the aircraft types referenced by the segments of flights. The data is static and can be cached for an hour.",
        querystring,
        response: listResponses(AircraftDetailSchema, order),
      },
    },
    makePager(cursors, lists.aircraft),
  );
  app.get(
    "/v1/currencies",
    {
      config,
      schema: {
        operationId: "listCurrencies",
        tags,
        summary: "List currencies",
        description:
          "Lists the currencies accepted as `currency` of a search, with the number of decimals of their amounts. The data is static and can be cached for an hour.",
        querystring,
        response: listResponses(CurrencyDetailSchema, order),
      },
    },
    makePager(cursors, listCurrencies()),
  );
}

function listCurrencies(): CurrencyDetail[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return currencies.map((code) => ({ code, name: names.of(code) ?? code, decimals: minorDigitsOf(code) }));
}

type PageRequest = FastifyRequest & { query: { limit?: number; cursor?: string } };

/** Creates a handler that returns pages of rows sorted by code. */
function makePager<Row extends { code: string }>(cursors: Cursors, rows: readonly Row[]) {
  const sorted = rows.map((row) => ({ id: row.code, row })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return async (request: PageRequest, reply: FastifyReply) => {
    const { data, nextCursor } = await readCallerPage(cursors, request, async (_caller, { afterId, limit }) =>
      sorted.filter(({ id }) => afterId === null || id > afterId).slice(0, limit),
    );
    // Responses to a session are not cached, so that nothing is left in the browser after sign-out.
    if (getCaller(request).session === null) void reply.header("cache-control", "private, max-age=3600");
    return { data: data.map(({ row }) => row), nextCursor };
  };
}
