import { type CompactSearchResponse, namedSchemas, type ScoredSearchResponse } from "@wayfare/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import { goodSearch, type RunningApp } from "../running-app.ts";
import { makeAward, makeCash, makeFlight, supplierOf } from "../sample-supply.ts";
import { readSearch, withoutRun } from "./event-stream.ts";

const validators = new Ajv2020({
  strict: false,
  formats: { date: true, "date-time": fullFormats["date-time"] ?? true, uri: true },
});
validators.addSchema([...namedSchemas]);

/** Describes how a value differs from the schema of the compact view; null if it does not. */
function findFault(value: unknown): string | null {
  const validate = validators.getSchema("CompactSearchResponse#");
  if (validate === undefined) throw new Error("the schema is missing");
  return validate(value) === true ? null : validators.errorsText(validate.errors);
}

const flights = [
  makeFlight({ number: "1", stops: 1, durationMinutes: 600, cash: [makeCash(50_000, "Flex"), makeCash(30_000)] }),
  makeFlight({ number: "2", cash: [], award: [makeAward(30_000), makeAward(20_000), makeAward(20_000, "other")] }),
  makeFlight({ number: "3", cash: [makeCash(40_000)], award: [] }),
  ...Array.from({ length: 20 }, (_, at) =>
    makeFlight({ number: `${at + 10}`, departureMinute: 600 + at * 13, cash: [makeCash(41_000 + at * 777)] }),
  ),
];

const start = () => startApp("pglite", { suppliers: [supplierOf("sandbox", flights)] });

async function searchCompact(app: RunningApp, path: string, body: object): Promise<CompactSearchResponse> {
  return JSON.parse((await readSearch(app, { path, body: { ...body, view: "compact" } })).body.toString());
}

async function searchFull(app: RunningApp, path: string, body: object): Promise<ScoredSearchResponse> {
  return JSON.parse((await readSearch(app, { path, body })).body.toString());
}

const withoutRunOf = <Value extends object | null>(value: Value): Value =>
  JSON.parse(withoutRun(JSON.stringify(value)));

const bodies = [
  { ...goodSearch, includeAward: true },
  { ...goodSearch, includeAward: true, allOffers: true, sort: "duration", limit: 7 },
  { ...goodSearch, includeAward: true, includeCash: false },
  { ...goodSearch, currency: "JPY", includeAward: true },
];

describe.each(["/v1/flights/search", "/v1/search"])("%s", (path) => {
  test("the compact view has the flights of the full view in its order, with their best offers", async () => {
    const { app } = await start();
    for (const body of bodies) {
      const compact = withoutRunOf(await searchCompact(app, path, body));
      const full = withoutRunOf(await searchFull(app, path, body));
      expect(full.flights.length).toBeGreaterThan(0);
      const { flights: lines, ...header } = compact;
      const { flights: _flights, dictionaries: _dictionaries, scoreOptions, ...expected } = full;
      expect(header).toEqual({ ...expected, view: "compact" });
      expect(full.view).toBe("full");
      const byHand = full.flights.map(({ id, slices, cash, award }) => ({
        id,
        slices: slices.map((slice) => ({
          origin: slice.origin,
          destination: slice.destination,
          departureAt: slice.departureAt,
          arrivalAt: slice.arrivalAt,
          stops: slice.stops,
          flights: slice.segments.map(({ marketingCarrier, flightNumber }) => marketingCarrier + flightNumber),
        })),
        cash:
          cash.map((offer) => ({
            offerId: offer.id,
            total: offer.total,
            refundable: offer.refundable,
            changeable: offer.changeable,
          }))[0] ?? null,
        award:
          award.map((offer) => ({
            offerId: offer.id,
            program: offer.program,
            miles: offer.miles,
            total: offer.total,
          }))[0] ?? null,
        score:
          path === "/v1/search"
            ? Math.max(...scoreOptions.filter(({ flightId }) => flightId === id).map(({ score }) => score))
            : null,
      }));
      expect(lines).toEqual(byHand);
      for (const { cash } of full.flights) {
        const amounts = cash.map(({ total }) => Number(total.amount));
        expect(amounts[0]).toBe(amounts.length === 0 ? undefined : Math.min(...amounts));
      }
    }
  });

  test("the compact view matches its schema, which rejects the full view", async () => {
    const { app } = await start();
    for (const body of bodies) {
      expect(findFault(await searchCompact(app, path, body))).toBeNull();
      expect(findFault(await searchFull(app, path, body))).not.toBeNull();
    }
  });

  test.each(["tiny", "COMPACT", "", null, 1])("rejects view %j", async (view) => {
    const { app } = await start();
    const { status, body } = await readSearch(app, { path, body: { ...goodSearch, view } });
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({ code: "REQUEST_INVALID", errors: [{ pointer: "/view" }] });
  });
});

test("the offers of the compact view can be read", async () => {
  const { app } = await start();
  const compact = await searchCompact(app, "/v1/search", { ...goodSearch, includeAward: true });
  const ids = compact.flights
    .slice(0, 3)
    .flatMap(({ cash, award }) => [cash?.offerId ?? [], award?.offerId ?? []].flat());
  expect(ids.length).toBeGreaterThan(3);
  for (const id of ids) expect(await app.call(`/v1/offers/${id}`), id).toMatchObject({ status: 200 });
});

test("the compact view of an empty response has no flights", async () => {
  const { app } = await startApp("pglite", { suppliers: [supplierOf("sandbox", [])] });
  const compact = await searchCompact(app, "/v1/search", goodSearch);
  expect(compact).toMatchObject({ view: "compact", flights: [], simulated: false });
  expect(findFault(compact)).toBeNull();
});
