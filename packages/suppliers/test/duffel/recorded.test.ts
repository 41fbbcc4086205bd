import type { SuppliedFlight } from "@wayfare/suppliers";
import { describe, expect, test } from "vitest";
import { toFlights } from "../../src/duffel/offers.ts";
import { places } from "../places.ts";
import { readOffers } from "../recorded.ts";
import { collectValues, listValues } from "../recorded-values.ts";

const travelers = { adults: 1, youths: 0, children: 0, infantsInSeat: 0, infants: 0 };
const noZones = { ...places, findTimeZone: () => undefined };

const map = (offers: readonly unknown[]) => toFlights(offers, { travelers, places: noZones, margin: undefined });
const count = (flights: readonly SuppliedFlight[]) => flights.reduce((sum, { cash }) => sum + cash.length, 0);

/** Numbers are compared without trailing zeros. */
const numeralOf = (text: string) => (Number.isNaN(Number(text)) ? text : String(Number(text)));

/** The counts of docs/suppliers/duffel.md. */
const files = [
  { file: "duffel/offer-request-live-aa.json.gz", offers: 220, flights: 39, mixed: 18 },
  { file: "duffel/offer-request-test-mode.json", offers: 3, flights: 3, mixed: 0 },
  { file: "duffel/offer-request-sandbox.json.gz", offers: 38, flights: 21, mixed: 0 },
  { file: "duffel/offers-page-with-cursor.json.gz", offers: 50, flights: 27, mixed: 0 },
  { file: "duffel/offer.json", offers: 1, flights: 1, mixed: 0 },
];

describe.each(files)("$file", ({ file, offers, flights, mixed }) => {
  const recorded = readOffers(file);
  const mapped = map(recorded);

  test("has every offer mapped", () => {
    const isMixed = ({ segments }: SuppliedFlight["cash"][number]) =>
      new Set(segments.map(({ cabin }) => cabin)).size > 1;
    expect({
      recorded: recorded.length,
      mapped: count(mapped),
      flights: mapped.length,
      mixed: mapped.flatMap(({ cash }) => cash).filter(isMixed).length,
    }).toEqual({ recorded: offers, mapped: offers, flights, mixed });
  });

  test("has no mapped value that its offer does not state", () => {
    let checked = 0;
    for (const offer of recorded) {
      const stated = collectValues(offer);
      for (const id of stated) if (/^\d{4}-.*Z$/.test(id)) stated.add(String(Date.parse(id)));
      for (const { path, text } of listValues(
        map([offer])[0] ?? { slices: [], cash: [], award: [], emissions: null },
      )) {
        expect(stated, `${path} of ${String(offer.id)}`).toContain(numeralOf(text));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(20 * recorded.length);
  });
});

test("leaves out what is not an offer, and keeps the others", () => {
  const offers = readOffers("duffel/offer-request-test-mode.json");
  const broken = [
    null,
    7,
    {},
    { ...offers[0], total_amount: "12,50" },
    { ...offers[0], total_currency: "XXX" },
    { ...offers[0], slices: [{}] },
  ];
  expect(count(map([...broken, ...offers]))).toBe(3);
});

test("does not share emissions and prices among several travelers", () => {
  const [flight] = toFlights(readOffers("duffel/offer.json"), {
    travelers: { adults: 1, youths: 0, children: 1, infantsInSeat: 0, infants: 1 },
    places: noZones,
    margin: undefined,
  });
  expect(flight?.emissions).toBeNull();
  expect(flight?.cash[0]?.perTraveler.map(({ total }) => total)).toEqual([null, null, null]);
});
