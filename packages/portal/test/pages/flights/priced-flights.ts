import type { AwardOffer, CashOffer, Flight, ScoreOption, Slice } from "@wayfare/sdk";

const usd = (amount: string) => ({ amount, currency: "USD" });
const offerDefaults = {
  source: "sandbox",
  cabin: "economy",
  mixedCabin: false,
  cabinShare: 1,
  separateTickets: false,
  bookingLink: null,
  seatsRemaining: 9,
  observedAt: "2026-11-21T07:00:00Z",
  expiresAt: "2026-11-21T08:00:00Z",
} as const;
const unstated = { refund: null, change: null, noShow: null };
const untaxed = { taxes: [], surcharges: [], conditions: unstated };

function makeCash(flightId: string, amount: string): CashOffer {
  return {
    ...offerDefaults,
    ...untaxed,
    requires: [],
    id: `${flightId}-cash`,
    kind: "cash",
    total: usd(amount),
    base: usd(amount),
    perTraveler: [{ type: "adult", count: 1, total: usd(amount) }],
    fareBrand: "Basic",
    segments: [],
    refundable: false,
    changeable: false,
    validatingCarrier: "TP",
    verified: null,
  };
}

function makeAward(flightId: string, miles: number): AwardOffer {
  return {
    ...offerDefaults,
    ...untaxed,
    requires: [],
    id: `${flightId}-award`,
    kind: "award",
    program: "aeroplan",
    miles,
    perTraveler: [{ type: "adult", count: 1, miles, total: usd("5.60") }],
    total: usd("5.60"),
    fees: [],
    level: "saver",
    chart: null,
    centsPerPoint: null,
    confidence: 1,
  };
}

/** Creates a flight with one slice and optional cash and award offers. */
export function makeFlight(id: string, slice: Slice, prices: { amount?: string; miles?: number }): Flight {
  const { amount, miles } = prices;
  return {
    id,
    slices: [slice],
    cash: amount === undefined ? [] : [makeCash(id, amount)],
    award: miles === undefined ? [] : [makeAward(id, miles)],
    emissions: { kgCO2ePerTraveler: 600, typicalKg: 600, method: "test" },
  };
}

/** Creates the score option of a flight's cash offer. */
export function makeOption(rank: number, flightId: string): ScoreOption {
  return {
    rank,
    flightId,
    offerId: `${flightId}-cash`,
    kind: "cash",
    score: 100 - rank,
    probability: 0.1,
    effectiveCost: usd("100.00"),
    components: { price: 0, duration: 0, stops: 0, schedule: 0, comfort: 0, flexibility: 0, emissions: 0, risk: 0 },
    dominatedBy: null,
    labels: [],
    reasons: [],
  };
}
