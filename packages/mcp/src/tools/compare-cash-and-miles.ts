import { oneOf } from "@wayfare/contract";
import type { AwardOffer, Flight, Program, ScoredSearchResponse, SearchRequest } from "@wayfare/sdk";
import { type Static, Type } from "typebox";
import { type Answer, halve } from "../answers/answer.ts";
import { noteSupply } from "../answers/supply-notes.ts";
import { renderSlices, TripSliceSchema, toTripSlice } from "../answers/trip.ts";
import { chargeKeyOf } from "./charge-key.ts";
import { datedSearch, maxResults, programs } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object({ ...datedSearch, programs, maxResults: maxResults(2, 10) }, { additionalProperties: false });

const AwardSchema = Type.Object(
  {
    offerId: Type.String(),
    program: Type.String(),
    miles: Type.Integer({ description: "For all travelers." }),
    taxes: Type.Union([Type.String(), Type.Null()], { description: "Money part in `currency`; null if unknown." }),
    centsPerPoint: Type.Union([Type.Number(), Type.Null()], {
      description: "Value of a mile against the cheapest cash price of the flight; null without one.",
    }),
    value: Type.Union([oneOf(["good", "fair", "poor"]), Type.Null()], {
      description: "`centsPerPoint` above, within or below the usual value of the program's miles.",
    }),
    seats: Type.Union([Type.Integer(), Type.Null()], { description: "Award seats; null if unknown." }),
    confidence: Type.Number({ description: "Probability that the award is still available." }),
  },
  { additionalProperties: false },
);

const data = Type.Object({
  currency: Type.String(),
  flights: Type.Array(
    Type.Object(
      {
        better: oneOf(["cash", "miles"], {
          description: "Better payment for this flight, by effective cost and terms.",
        }),
        cash: Type.Union([
          Type.Object({ offerId: Type.String(), price: Type.String() }, { additionalProperties: false }),
          Type.Null(),
        ]),
        awards: Type.Array(AwardSchema, { description: "Best first." }),
        slices: Type.Array(TripSliceSchema),
      },
      { additionalProperties: false },
    ),
    { description: "Flights with an award, best first." },
  ),
  cheapestCash: Type.Union([Type.String(), Type.Null()], { description: "Lowest price of all flights in `currency`." }),
  programs: Type.Array(
    Type.Object(
      {
        code: Type.String(),
        name: Type.String(),
        usualCents: Type.String({ description: "Usual value of a mile in US cents." }),
        transferFrom: Type.Array(Type.String(), {
          description: "Bank points that can be transferred, miles per point.",
        }),
      },
      { additionalProperties: false },
    ),
  ),
});

type Data = Static<typeof data>;
type ComparedFlight = Data["flights"][number];

const defaultResults = 2;
const searchedFlights = 50;
const maxAwards = 2;
const maxPartners = 5;

export const compareCashAndMiles = defineTool({
  name: "compare_cash_and_miles",
  title: "Compare cash and miles",
  description:
    "Compares paying money with paying miles for a trip: for each flight the cash price and the best awards of all programs, the value of a mile and which payment is better.",
  input,
  data,
  scopes: [searchScopes],
  async run({ maxResults: count = defaultResults, ...search }, { client, signal }): Promise<Answer<Data>> {
    const request: SearchRequest = { ...search, includeAward: true, limit: searchedFlights };
    const idempotencyKey = chargeKeyOf("search", request);
    const found = await client.search({ ...request, view: "full" }, { signal, idempotencyKey });
    const compared = compareFlights(found);
    const { complete, notes } = noteSupply(found);
    const rest = compared.length - count;
    const flights = compared.slice(0, count);
    return {
      complete: complete && rest <= 0,
      notes: [
        ...notes,
        ...(rest > 0 ? [`${rest} more flights with awards are not listed.`] : []),
        ...(search.flexibleDays === undefined ? ["Other dates may need fewer miles: calendar with includeAward."] : []),
      ],
      next:
        rest > 0
          ? [
              {
                tool: "compare_cash_and_miles",
                arguments: { ...search, maxResults: Math.min(10, count * 2) },
                purpose: "More flights.",
              },
            ]
          : [],
      data: {
        currency: found.request.currency,
        flights,
        cheapestCash: lowestCash(found.flights),
        programs: describePrograms(flights, found.dictionaries.programs),
      },
      render,
      shrink: (all) => {
        const fewer = halve(all.flights);
        return fewer && { ...all, flights: fewer };
      },
    };
  },
});

/** Flights with an award, in the order of their best offer of either kind. */
function compareFlights({ flights, scoreOptions, dictionaries }: ScoredSearchResponse): ComparedFlight[] {
  const byId = new Map(flights.map((flight) => [flight.id, flight]));
  const ranked = new Map<string, ComparedFlight>();
  for (const { flightId, kind } of scoreOptions) {
    const flight = byId.get(flightId);
    if (flight === undefined || ranked.has(flightId) || flight.award.length === 0) continue;
    ranked.set(flightId, compareFlight(flight, kind === "cash" ? "cash" : "miles", dictionaries.programs));
  }
  return [...ranked.values()];
}

function compareFlight(
  { cash, award, slices }: Flight,
  better: ComparedFlight["better"],
  known: Readonly<Record<string, Program>>,
): ComparedFlight {
  const cheapest = cash[0];
  return {
    better,
    cash: cheapest === undefined ? null : { offerId: cheapest.id, price: cheapest.total.amount },
    awards: award.slice(0, maxAwards).map((offer) => toAward(offer, known[offer.program])),
    slices: slices.map(toTripSlice),
  };
}

function toAward(offer: AwardOffer, program: Program | undefined): ComparedFlight["awards"][number] {
  const { id: offerId, miles, total, centsPerPoint, seatsRemaining: seats, confidence } = offer;
  return {
    offerId,
    program: offer.program,
    miles,
    taxes: total?.amount ?? null,
    centsPerPoint,
    value: centsPerPoint === null || program === undefined ? null : valueOf(centsPerPoint, program.valueCents),
    seats,
    confidence: Math.round(confidence * 100) / 100,
  };
}

function valueOf(cents: number, { floor, ceiling }: Program["valueCents"]): "good" | "fair" | "poor" {
  return cents > ceiling ? "good" : cents < floor ? "poor" : "fair";
}

function lowestCash(flights: readonly Flight[]): string | null {
  const amounts = flights.flatMap(({ cash }) => cash.map(({ total }) => total.amount));
  return amounts.toSorted((a, b) => Number(a) - Number(b))[0] ?? null;
}

function describePrograms(
  flights: readonly ComparedFlight[],
  known: Readonly<Record<string, Program>>,
): Data["programs"] {
  const codes = [...new Set(flights.flatMap(({ awards }) => awards.map(({ program }) => program)))];
  return codes.flatMap((code) => {
    const program = known[code];
    if (program === undefined) return [];
    const { name, valueCents, transferPartners } = program;
    const transferFrom = transferPartners.slice(0, maxPartners).map(({ currency, ratio }) => `${currency} ${ratio}`);
    return [{ code, name, usualCents: `${valueCents.floor}-${valueCents.ceiling}`, transferFrom }];
  });
}

function render({ flights, currency, cheapestCash, programs: known }: Data): string {
  const cash = cheapestCash === null ? "No cash price." : `Cheapest flight in cash: ${cheapestCash} ${currency}.`;
  if (flights.length === 0) return `No awards found. ${cash}`;
  const lines = flights.map(
    (flight, at) =>
      `${at + 1}. ${renderSlices(flight.slices)}\n   better: ${flight.better}; cash ${renderCash(flight, currency)}; ${flight.awards.map((award) => renderAward(award, currency)).join("; ")}`,
  );
  const names = known.map(
    ({ code, name, transferFrom }) => `${code} = ${name} (from ${transferFrom.join(", ") || "no bank points"})`,
  );
  return [cash, ...lines, ...names].join("\n");
}

const renderCash = ({ cash }: ComparedFlight, currency: string) =>
  cash === null ? "not sold" : `${cash.price} ${currency} [${cash.offerId}]`;

function renderAward(
  { offerId, program, miles, taxes, centsPerPoint, value }: ComparedFlight["awards"][number],
  currency: string,
) {
  const money = taxes === null ? "" : ` + ${taxes} ${currency}`;
  const worth = centsPerPoint === null ? "" : ` (${centsPerPoint} cents per mile${value === null ? "" : `, ${value}`})`;
  return `${miles} ${program}${money}${worth} [${offerId}]`;
}
