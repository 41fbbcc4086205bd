import type { FoundAwardOffer, FoundCashOffer, FoundFlight } from "@wayfare/engine";
import * as fc from "fast-check";

const arbitraryCharges = fc.array(
  fc.record({ code: fc.constantFrom("US", "GB", "XY", "YQ", "YR"), usdCents: fc.integer({ min: 0, max: 90_000 }) }),
  { maxLength: 5 },
);

const arbitraryTaxes = fc.array(
  fc.record({
    code: fc.constantFrom("US", "GB", "XY", null),
    usdCents: fc.integer({ min: 0, max: 90_000 }),
    basis: fc.constantFrom("law" as const, "approximate" as const, "modelled" as const),
    validUntil: fc.constantFrom("2026-12-31", "2027-03-31", null),
  }),
  { maxLength: 5 },
);

/** One to nine travelers of up to three types. */
const arbitraryParty = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.nat(3), fc.nat(1))
  .map(([adult, child, infant]) => [
    { type: "adult" as const, count: adult },
    ...(child > 0 ? [{ type: "child" as const, count: child }] : []),
    ...(infant > 0 ? [{ type: "infant" as const, count: infant }] : []),
  ]);

const arbitraryPriced = fc.record({
  baseCents: fc.integer({ min: 100, max: 2_000_000 }),
  miles: fc.nat(400_000),
  taxes: arbitraryTaxes,
  surcharges: arbitraryCharges,
  fees: arbitraryCharges,
});

const arbitraryFares = arbitraryParty.chain((party) => fc.tuple(...party.map((who) => priced(who))));

function priced<T extends object>(who: T) {
  return arbitraryPriced.map((price) => ({ ...who, ...price }));
}

/** Offers with prices of all magnitudes; all other members are constant. */
export const arbitraryCashOffer: fc.Arbitrary<FoundCashOffer> = arbitraryFares.map((fares) => ({
  fares: fares.map(({ type, count, baseCents, taxes, surcharges }) => ({ type, count, baseCents, taxes, surcharges })),
  brand: "Economy Light",
  cabin: "economy",
  segments: [{ cabin: "economy", bookingClass: "T", fareBasis: "TLO21LT", carryOn: 1, checked: 0 }],
  seatsRemaining: 4,
  refundable: false,
  changeable: true,
  fees: { refundCents: null, changeCents: 12_000 },
  validatingCarrier: "BA",
  separateTickets: false,
}));

export const arbitraryAwardOffer: fc.Arbitrary<FoundAwardOffer> = arbitraryFares.map((fares) => ({
  program: "aeroplan",
  fares: fares.map(({ type, count, miles, taxes, surcharges, fees }) => {
    return { type, count, miles, taxes, surcharges, fees };
  }),
  cabin: "economy",
  mixedCabin: false,
  level: "saver",
  conditions: { cancel: { usdCents: 10_770, miles: 0 }, change: { usdCents: 7180, miles: 0 }, returnsTaxes: true },
  chart: { name: "Aeroplan", band: "0–4,000", basis: "published" },
  seatsRemaining: 2,
  observedAtMinutes: 29_000_000,
  confidence: 0.91,
}));

/** A flight of one segment without offers, with changes. */
export function flightOf(changes: Partial<FoundFlight>): FoundFlight {
  const segment = {
    marketingCarrier: "BA",
    operatingCarrier: "BA",
    flightNumber: 117,
    operatingFlightNumber: 117,
    aircraft: "77W",
    origin: "LHR",
    destination: "JFK",
    originTerminal: "5",
    destinationTerminal: null,
    departureEpochMinutes: 30_007_070,
    departureOffsetMinutes: 0,
    arrivalEpochMinutes: 30_007_550,
    arrivalOffsetMinutes: -300,
    distanceKm: 5540,
  };
  return {
    slices: [{ segments: [segment], layovers: [] }],
    cash: [],
    award: [],
    cheapestCash: null,
    kgCO2ePerTraveler: 310.4,
    typicalKg: 333.6,
    saleEndsEpochMinutes: 30_007_010,
    ...changes,
  };
}
