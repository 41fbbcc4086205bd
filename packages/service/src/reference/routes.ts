import {
  type AircraftDetail,
  AircraftDetailSchema,
  type AirlineDetail,
  AirlineDetailSchema,
  type Clock,
  type CurrencyDetail,
  CurrencyDetailSchema,
  currencies,
  minorDigitsOf,
  type ProgramDetail,
  ProgramDetailSchema,
} from "@wayfare/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf } from "../http/caller.ts";
import { type Cursors, listQuery, listResponses, readCallerPage } from "../http/pagination.ts";

/** Reference data of the supply. */
export interface ReferenceLists {
  /** Lists the programs that sell awards at a time. */
  listPrograms: (nowMs: number) => readonly ProgramDetail[];
  airlines: readonly AirlineDetail[];
  aircraft: readonly AircraftDetail[];
}

const config = { access: ["usage.read", "flights.search"], applicationKeys: "shared" } as const;
const tags = ["Search"];
const querystring = listQuery({});
const order = "Sorted by code.";

interface ReferenceDeps {
  lists: ReferenceLists;
  cursors: Cursors;
  clock: Clock;
}

/** Registers the lists of the codes in searches and their responses. Programs are listed by the caller's day, as searches accept them. */
export function registerReferenceRoutes(app: App, { lists, cursors, clock }: ReferenceDeps): void {
  const currencyRows = sortRows(listCurrencies());
  app.get(
    "/v1/programs",
    {
      config,
      schema: {
        operationId: "listPrograms",
        tags,
        summary: "List loyalty programs",
        description:
          "Lists the loyalty programs with award availability in search results, with the airlines on which their miles can be spent. A program that ends is not listed after its last day. The list can be cached for an hour.",
        querystring,
        response: listResponses(ProgramDetailSchema, order),
      },
    },
    makePager(cursors, (caller) => sortRows(lists.listPrograms(nowOf(clock, caller)))),
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
    makePager(cursors, () => sortRows(lists.airlines)),
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
    makePager(cursors, () => sortRows(lists.aircraft)),
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
    makePager(cursors, () => currencyRows),
  );
}

function listCurrencies(): CurrencyDetail[] {
  const names = new Intl.DisplayNames("en", { type: "currency" });
  return currencies.map((code) => ({ code, name: names.of(code) ?? code, decimals: minorDigitsOf(code) }));
}

type PageRequest = FastifyRequest & { query: { limit?: number; cursor?: string } };

interface SortedRow<Row> {
  id: string;
  row: Row;
}

/** Sorts rows by code, which is their id in a page. */
function sortRows<Row extends { code: string }>(rows: readonly Row[]): readonly SortedRow<Row>[] {
  return rows.map((row) => ({ id: row.code, row })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Creates a handler that returns pages of the caller's rows. */
function makePager<Row>(cursors: Cursors, listRows: (caller: Caller) => readonly SortedRow<Row>[]) {
  return async (request: PageRequest, reply: FastifyReply) => {
    const { data, nextCursor } = await readCallerPage(cursors, request, async (caller, { afterId, limit }) =>
      listRows(caller)
        .filter(({ id }) => afterId === null || id > afterId)
        .slice(0, limit),
    );
    // Responses to a session are not cached, so that nothing is left in the browser after sign-out.
    if (getCaller(request).session === null) void reply.header("cache-control", "private, max-age=3600");
    return { data: data.map(({ row }) => row), nextCursor };
  };
}
