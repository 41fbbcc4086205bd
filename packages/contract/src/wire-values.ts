import { Type } from "typebox";
import { type IdPrefix, idPattern, offerIdPattern } from "./ids.ts";
import { oneOf, storableTextPattern } from "./schema.ts";
import { cabins } from "./search-request.ts";

export const idOf = (prefix: IdPrefix, description: string) =>
  Type.String({
    pattern: `^${idPattern(prefix)}$`,
    description,
    examples: [`${prefix}_01kahz2j7p3v8c5m9n4q6r7s8t`],
  });
export const instant = (description: string, example = "2026-11-21T07:33:00.000Z") =>
  Type.String({ format: "date-time", description, examples: [example] });
/** Time range: `from` is inclusive, `to` is exclusive. */
export const periodOf = (description: string) =>
  Type.Object(
    {
      from: instant("Start of the period.", "2026-11-01T00:00:00.000Z"),
      to: instant("End of the period, exclusive.", "2026-12-01T00:00:00.000Z"),
    },
    { description },
  );
/** Bound of a time range. A date means its start in UTC. */
export const dateOrInstant = (description: string, example: string) =>
  Type.String({ format: "date-or-date-time", description, examples: [example] });
/** Text filter for list queries: case-insensitive, without wildcards. */
export const searchText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: storableTextPattern, description, examples: ["shop"] });
/** Range of creation times for list queries. */
export const createdRange = {
  from: Type.Optional(
    dateOrInstant(
      "Only objects created at or after this time: a date-time, or a date for its start in UTC.",
      "2026-11-01",
    ),
  ),
  to: Type.Optional(
    dateOrInstant("Only objects created before this time: a date-time, or a date for its start in UTC.", "2026-12-01"),
  ),
};
export const expiry = (description: string) => instant(description, "2026-11-21T07:48:00.000Z");
export const cabin = (description: string) => oneOf(cabins, { description, examples: ["economy"] });

export const searchId = idOf("srch", "Id of the search.");

export const flightId = Type.String({
  pattern: `^${idPattern("flt")}$`,
  description: "Id of the flight. The same itinerary has the same id in all searches.",
  examples: ["flt_7h2k9m4n6p8q0r1s3t5v7w9x2y"],
});

export const offerId = Type.String({
  pattern: `^${offerIdPattern}$`,
  description: "Id of the offer, for `GET /v1/offers/{id}` and `POST /v1/bookings`.",
  examples: ["off_01kahz2j7p3v8c5m9n4q6r7s8t_0"],
});

export const source = Type.String({ description: "Code of the supplier.", examples: ["sandbox"] });

export const environmentName = oneOf(["test", "live"], {
  description: "Environment of the data.",
  examples: ["test"],
});
