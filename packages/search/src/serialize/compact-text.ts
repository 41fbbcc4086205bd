import type { CompactFlight, CompactSlice, Currency, ScoreOption } from "@wayfare/contract";
import { countStops, statesOtherwise } from "@wayfare/suppliers";
import { awardCostOf, cashPriceOf, type MileValue } from "../candidates/measures.ts";
import type { Candidate, Sourced } from "../candidates/merge.ts";
import { listText, MoneyText, numberText, orNullText, stringText, zonedOrNullText } from "./json-text.ts";

/** Writes flights in the compact view as JSON text. */
export class CompactText {
  readonly #money: MoneyText;
  readonly #mileValue: MileValue;

  constructor(currency: Currency, mileValue: MileValue) {
    this.#money = new MoneyText(currency);
    this.#mileValue = mileValue;
  }

  /** @param score highest score of the flight's offers; null if they are not ranked */
  flight(candidate: Candidate, score: number | null): string {
    const { id, flight } = candidate;
    return (
      `{"id":"${id}","slices":${listText(flight.slices, sliceText)},"cash":${this.#cash(candidate)}` +
      `,"award":${this.#award(candidate)},"score":${score === null ? "null" : numberText(score)}}`
    );
  }

  #cash({ flight, cash }: Candidate): string {
    const [cheapest] = cash.toSorted((a, b) => cashPriceOf(a) - cashPriceOf(b));
    if (cheapest === undefined) return "null";
    const { total, currency, refundable, changeable } = cheapest.offer;
    return (
      `{"offerId":"${cheapest.id}"${ownSlicesText(cheapest, flight)},"total":${this.#money.money(total, currency)}` +
      `,"refundable":${refundable},"changeable":${changeable}}`
    );
  }

  #award({ flight, award }: Candidate): string {
    const [best] = award.toSorted((a, b) => awardCostOf(a, this.#mileValue) - awardCostOf(b, this.#mileValue));
    if (best === undefined) return "null";
    const { program, miles, total, currency } = best.offer;
    return (
      `{"offerId":"${best.id}"${ownSlicesText(best, flight)},"program":${stringText(program)},"miles":${numberText(miles)}` +
      `,"total":${orNullText(total, (amount) => this.#money.money(amount, currency))}}`
    );
  }
}

type Slice = Candidate["flight"]["slices"][number];

function ownSlicesText({ flight: own }: Sourced<unknown>, flight: Candidate["flight"]): string {
  return own !== undefined && statesOtherwise(own, flight) ? `,"slices":${listText(own.slices, sliceText)}` : "";
}

/** Converts slices to the compact view. */
export function toCompactSlices(slices: readonly Slice[]): CompactSlice[] {
  const compact: CompactSlice[] = JSON.parse(listText(slices, sliceText));
  return compact;
}

function sliceText(slice: Slice): string {
  const { segments } = slice;
  const [first, last] = [segments[0], segments.at(-1)];
  return (
    `{"origin":${stringText(slice.origin)},"destination":${stringText(slice.destination)}` +
    `,"departureAt":${zonedOrNullText(first?.departure)}` +
    `,"arrivalAt":${zonedOrNullText(last?.arrival)}` +
    `,"stops":${countStops(slice)}` +
    `,"flights":${listText(segments, ({ marketingCarrier, flightNumber }) => stringText(marketingCarrier + flightNumber))}}`
  );
}

/** Returns the highest score of each flight's offers by flight id. */
export function bestScores(
  options: readonly Pick<ScoreOption, "flightId" | "score">[],
): Map<CompactFlight["id"], number> {
  const scores = new Map<string, number>();
  for (const { flightId, score } of options) scores.set(flightId, Math.max(score, scores.get(flightId) ?? 0));
  return scores;
}
