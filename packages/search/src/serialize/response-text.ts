import {
  formatInstant,
  type NormalizedRequest,
  type Partition,
  type ScoreOption,
  type SearchStreamPart,
  type SearchView,
  type SupplyRow,
  showRequest,
} from "@wayfare/contract";
import type { MileValue } from "../candidates/measures.ts";
import type { Candidate } from "../candidates/merge.ts";
import type { ByteWriter } from "./byte-writer.ts";
import { bestScores, CompactText } from "./compact-text.ts";
import type { DictionaryText } from "./dictionaries.ts";
import { FlightText } from "./flight-text.ts";
import { listText, stringText } from "./json-text.ts";
import { warningsOf } from "./warnings.ts";

/** A search, as its response describes it. */
export interface DescribedSearch {
  searchId: string;
  environment: Partition;
  view: SearchView;
  request: NormalizedRequest;
  searchedAtMs: number;
  expiresAtMs: number;
}

export interface ResponseTextOptions {
  dictionaries: DictionaryText;
  mileValue: MileValue;
}

/** Flights of a response, in order. */
export interface Selection {
  selected: readonly Candidate[];
  /** Ranking of their offers; undefined for a search without ranking, and before all suppliers have answered. */
  scoreOptions?: readonly ScoreOption[];
}

/** Flights per step, about half a millisecond. */
const flightsPerStep = 25;

/** Writes the response of one search as JSON text, whole or in parts. */
export class ResponseText {
  readonly #header: string;
  readonly #flightText: (candidate: Candidate, scores: ReadonlyMap<string, number>) => string;
  readonly #isCompact: boolean;
  readonly #dictionaries: DictionaryText;

  constructor(search: DescribedSearch, { dictionaries, mileValue }: ResponseTextOptions) {
    const { currency, cabin } = search.request;
    const [searchedAt, expiresAt] = [formatInstant(search.searchedAtMs), formatInstant(search.expiresAtMs)];
    this.#header =
      `"id":${stringText(search.searchId)},"environment":"${search.environment}","view":"${search.view}"` +
      `,"request":${JSON.stringify(showRequest(search.request))},"createdAt":"${searchedAt}","expiresAt":"${expiresAt}"`;
    this.#isCompact = search.view === "compact";
    this.#dictionaries = dictionaries;
    if (this.#isCompact) {
      const compact = new CompactText(currency, mileValue);
      this.#flightText = (candidate, scores) => compact.flight(candidate, scores.get(candidate.id) ?? null);
    } else {
      const full = new FlightText({ currency, cabin, searchedAt, expiresAt });
      this.#flightText = (candidate) => full.flight(candidate);
    }
  }

  /** Writes the whole response, in steps. */
  *write(selection: Selection, supply: readonly SupplyRow[], out: ByteWriter): Generator<undefined, void> {
    out.reset();
    out.write(`{${this.#header},"flights":[`);
    const textOf = this.flightWriter(selection);
    let written = 0;
    for (const candidate of selection.selected) {
      if (written > 0) out.write(",");
      out.write(textOf(candidate));
      if (++written % flightsPerStep === 0) yield;
    }
    out.write(
      `]${this.#dictionariesOf(selection.selected)},${footerText(selection.selected, supply)}${this.#scoresOf(selection)}}`,
    );
  }

  /** Returns the function that writes a flight of the selection. */
  flightWriter({ scoreOptions = [] }: Selection): (candidate: Candidate) => string {
    const scores = this.#isCompact ? bestScores(scoreOptions) : new Map<string, number>();
    return (candidate) => this.#flightText(candidate, scores);
  }

  /** Writes the event of a stream that comes first. */
  searchEvent(): string {
    return eventText("search", this.#header);
  }

  /** @param texts of the flights, as `flightWriter` returns them */
  flightsEvent(candidates: readonly Candidate[], texts: readonly string[]): string {
    return eventText("flights", `"flights":[${texts.join(",")}]${this.#dictionariesOf(candidates)}`);
  }

  /** Returns an empty text if the response has no ranking. */
  scoreOptionsEvent(selection: Selection): string {
    const members = this.#scoresOf(selection);
    return members === "" ? "" : eventText("scoreOptions", members.slice(1));
  }

  doneEvent({ selected }: Selection, supply: readonly SupplyRow[]): string {
    const ids = listText(selected, ({ id }) => stringText(id));
    return eventText("done", `"flightIds":${ids}${this.#dictionariesOf(selected)},${footerText(selected, supply)}`);
  }

  #dictionariesOf(candidates: readonly Candidate[]): string {
    return this.#isCompact ? "" : `,"dictionaries":${this.#dictionaries.write(candidates)}`;
  }

  #scoresOf({ scoreOptions }: Selection): string {
    return this.#isCompact || scoreOptions === undefined ? "" : `,"scoreOptions":${JSON.stringify(scoreOptions)}`;
  }
}

/** Writes the event of a supplier's result. */
export function supplyEvent(row: SupplyRow): string {
  return eventText("supply", `"supply":${JSON.stringify(row)}`);
}

function footerText(selected: readonly Candidate[], supply: readonly SupplyRow[]): string {
  const simulated = selected.some((candidate) => candidate.simulated);
  return `"supply":${JSON.stringify(supply)},"simulated":${simulated},"warnings":${JSON.stringify(warningsOf(selected))}`;
}

/** Formats a server-sent event. JSON text has no line breaks. */
function eventText(type: SearchStreamPart["type"], members: string): string {
  return `event: ${type}\ndata: {"type":"${type}",${members}}\n\n`;
}
