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
import { type Cursors, listAnswers, listQuery, readCallerPage } from "../http/pages.ts";

/** Codes that the supply knows. */
export interface ReferenceLists {
  programs: readonly ProgramDetail[];
  airlines: readonly AirlineDetail[];
  aircraft: readonly AircraftDetail[];
}

const config = { access: ["usage.read", "flights.search"], applicationKeys: "shared" } as const;
const tags = ["Search"];
const querystring = listQuery({});
const order = "By code.";

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
          "Programs that a search can find awards of, with the airlines that can be booked with their miles.",
        querystring,
        response: listAnswers(ProgramDetailSchema, order),
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
        description: "Airlines that a search can be limited to with `airlines` and `excludeAirlines`.",
        querystring,
        response: listAnswers(AirlineDetailSchema, order),
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
        description: "Aircraft types by the codes that segments of flights carry.",
        querystring,
        response: listAnswers(AircraftDetailSchema, order),
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
        description: "Currencies accepted as `currency` of a search, with the number of decimals of their amounts.",
        querystring,
        response: listAnswers(CurrencyDetailSchema, order),
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

/** Answers pages of rows in order of their codes. */
function makePager<Row extends { code: string }>(cursors: Cursors, rows: readonly Row[]) {
  const sorted = rows.map((row) => ({ id: row.code, row })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return async (request: PageRequest, reply: FastifyReply) => {
    const { data, nextCursor } = await readCallerPage(cursors, request, async (_caller, { afterId, limit }) =>
      sorted.filter(({ id }) => afterId === null || id > afterId).slice(0, limit),
    );
    // Answers to a session stay uncached, so that nothing is left in the browser after the sign-out.
    if (getCaller(request).session === null) void reply.header("cache-control", "private, max-age=3600");
    return { data: data.map(({ row }) => row), nextCursor };
  };
}
