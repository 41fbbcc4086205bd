import { type Static, type TSchema, Type } from "typebox";
import { type CompactFlight, CompactFlightSchema } from "./compact-search.ts";
import { DictionariesSchema } from "./dictionaries.ts";
import { type Flight, FlightSchema } from "./flight.ts";
import { ProblemSchema } from "./problem.ts";
import { getSchemaName, oneOf, ref } from "./schema.ts";
import { ScoreOptionSchema } from "./score.ts";
import { searchViews } from "./search-request.ts";
import { NormalizedRequestSchema, SupplySchema, searchFooter, searchHeader } from "./search-response.ts";
import { flightId } from "./wire-values.ts";

const { id, environment, createdAt, expiresAt } = searchHeader("full");

const part = <Name extends string, Members extends Record<string, TSchema>>(
  name: Name,
  members: Members,
  description: string,
) =>
  Type.Object(
    { type: oneOf([name], { description: "Name of the event.", examples: [name] }), ...members },
    { $id: `SearchStream${name.charAt(0).toUpperCase()}${name.slice(1)}`, description },
  );

/** First event: the members of a search response that are known before any supplier has answered. */
export const SearchStreamSearchSchema = part(
  "search",
  {
    id,
    environment,
    view: oneOf(searchViews, { description: "Representation of the flights.", examples: ["full"] }),
    request: ref(NormalizedRequestSchema),
    createdAt,
    expiresAt,
  },
  "First event of a search stream.",
);

/** Result of one supplier, as soon as it has answered. */
export const SearchStreamSupplySchema = part(
  "supply",
  { supply: ref(SupplySchema) },
  "Event of a search stream when a supplier has answered or failed.",
);

/** New and changed flights. A flight replaces an earlier one with the same id. */
export const SearchStreamFlightsSchema = part(
  "flights",
  {
    flights: Type.Array(Type.Unsafe<Flight | CompactFlight>({ oneOf: [ref(FlightSchema), ref(CompactFlightSchema)] }), {
      description: "New and changed flights. A flight replaces an earlier one with the same `id`.",
    }),
    dictionaries: Type.Optional(
      ref(DictionariesSchema, { description: "Names for the codes in these flights; absent in the compact view." }),
    ),
  },
  "Event of a search stream with flights of the suppliers that have answered so far.",
);

/** Ranking of all offers of the kept flights; only `POST /v1/search` in the full view. */
export const SearchStreamScoreOptionsSchema = part(
  "scoreOptions",
  { scoreOptions: Type.Array(ref(ScoreOptionSchema), { description: "All offers of the flights, best first." }) },
  "Event of a search stream with the ranking.",
);

/** Last event of a complete stream. */
export const SearchStreamDoneSchema = part(
  "done",
  {
    flightIds: Type.Array(flightId, {
      description: "Ids of the flights of the response, in the requested order. Drop flights that are not listed.",
    }),
    dictionaries: Type.Optional(
      ref(DictionariesSchema, { description: "Dictionaries of the response; absent in the compact view." }),
    ),
    ...searchFooter,
  },
  "Last event of a search stream.",
);

/** Last event of a stream that failed after its first flights. */
export const SearchStreamErrorSchema = part(
  "error",
  { problem: ref(ProblemSchema) },
  "Last event of a search stream that failed after its start.",
);

const parts = {
  search: SearchStreamSearchSchema,
  supply: SearchStreamSupplySchema,
  flights: SearchStreamFlightsSchema,
  scoreOptions: SearchStreamScoreOptionsSchema,
  done: SearchStreamDoneSchema,
  error: SearchStreamErrorSchema,
};

/** Data of a server-sent event of a search; its `type` is the name of the event. */
export const SearchStreamPartSchema = Type.Unsafe<Static<(typeof parts)[keyof typeof parts]>>({
  $id: "SearchStreamPart",
  oneOf: Object.values(parts).map((schema) => ref(schema)),
  discriminator: {
    propertyName: "type",
    mapping: Object.fromEntries(
      Object.entries(parts).map(([type, schema]) => [type, `#/components/schemas/${getSchemaName(schema)}`]),
    ),
  },
  description: "Data of a server-sent event of a search stream, by `type`.",
});

export type SearchStreamPart = Static<typeof SearchStreamPartSchema>;
