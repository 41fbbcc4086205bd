import type { Dictionaries, PlaceName } from "@wayfare/contract";
import type { AwardOffer, CashOffer, SuppliedFlight } from "@wayfare/suppliers";
import type { Sourced } from "../candidates/merge.ts";
import type { Dictionary, Gazetteer } from "../request/facts.ts";
import { stringText } from "./json-text.ts";

/** Flight and offers of a response, for their codes. */
interface CodedFlight {
  flight: SuppliedFlight;
  cash: readonly Sourced<CashOffer>[];
  award: readonly Sourced<AwardOffer>[];
}

/** Lists of names, as in a response. */
const lists = ["places", "airlines", "aircraft", "programs"] as const;

type ListName = (typeof lists)[number];

/** Writes the names of the codes in flights. The text of each name is kept. */
export class DictionaryText {
  readonly #find: Record<ListName, (code: string) => unknown>;
  /** JSON members by code. */
  readonly #members: Record<ListName, Map<string, string>> = {
    places: new Map(),
    airlines: new Map(),
    aircraft: new Map(),
    programs: new Map(),
  };

  constructor({ gazetteer, dictionary }: { gazetteer: Pick<Gazetteer, "findAirport">; dictionary: Dictionary }) {
    this.#find = {
      places: (code) => findPlaceName(gazetteer, code),
      airlines: (code) => dictionary.findAirlineName(code),
      aircraft: (code) => dictionary.findAircraft(code)?.name,
      programs: (code) => dictionary.findProgram(code),
    };
  }

  /** Writes the dictionaries of the flights, each sorted by code, without unknown codes. */
  write(flights: readonly CodedFlight[]): string {
    const codes = collectCodes(flights);
    return `{${lists.map((name) => `"${name}":{${this.#list(name, codes[name])}}`).join(",")}}`;
  }

  #list(name: ListName, codes: ReadonlySet<string>): string {
    return [...codes]
      .sort()
      .map((code) => this.#member(name, code))
      .filter((text) => text !== "")
      .join(",");
  }

  /** Returns an empty text for an unknown code, which is not kept: suppliers could send any number of them. */
  #member(name: ListName, code: string): string {
    const members = this.#members[name];
    const known = members.get(code);
    if (known !== undefined) return known;
    const found = this.#find[name](code);
    if (found === undefined) return "";
    const text = `${stringText(code)}:${JSON.stringify(found)}`;
    members.set(code, text);
    return text;
  }
}

/** Collects the name of every code in the flights. */
export function collectDictionaries(
  flights: readonly CodedFlight[],
  supply: { gazetteer: Pick<Gazetteer, "findAirport">; dictionary: Dictionary },
): Dictionaries {
  const dictionaries: Dictionaries = JSON.parse(new DictionaryText(supply).write(flights));
  return dictionaries;
}

function findPlaceName(gazetteer: Pick<Gazetteer, "findAirport">, code: string): PlaceName | undefined {
  const place = gazetteer.findAirport(code);
  if (place === undefined) return undefined;
  const { name, city, country, latitude, longitude } = place;
  return { name, city, country, latitude, longitude };
}

function collectCodes(flights: readonly CodedFlight[]): Record<ListName, Set<string>> {
  const codes = {
    places: new Set<string>(),
    airlines: new Set<string>(),
    aircraft: new Set<string>(),
    programs: new Set<string>(),
  };
  for (const { flight, cash, award } of flights) {
    addSlices(codes, flight.slices);
    for (const { flight: own } of [...cash, ...award]) {
      if (own !== undefined && own.slices !== flight.slices) addSlices(codes, own.slices);
    }
    for (const { offer } of award) codes.programs.add(offer.program);
  }
  return codes;
}

function addSlices(codes: Record<ListName, Set<string>>, slices: SuppliedFlight["slices"]): void {
  for (const { origin, destination, segments } of slices) {
    codes.places.add(origin).add(destination);
    for (const { marketingCarrier, operatingCarrier, aircraft, stops, ...segment } of segments) {
      codes.places.add(segment.origin).add(segment.destination);
      for (const { airport } of stops ?? []) codes.places.add(airport);
      codes.airlines.add(marketingCarrier);
      if (operatingCarrier !== null) codes.airlines.add(operatingCarrier);
      if (aircraft !== null) codes.aircraft.add(aircraft);
    }
  }
}
