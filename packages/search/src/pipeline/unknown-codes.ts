import type { SupplierResult } from "@wayfare/suppliers";
import type { SearchSupply } from "./find-flights.ts";

/** Kinds of codes that suppliers send. */
const unknownCodeKinds = ["airport", "airline", "aircraft"] as const;

/** A code in a supplier's answer that the facts do not contain. The flight is kept and shown with the code. */
export interface UnknownCode {
  readonly supplier: string;
  readonly kind: (typeof unknownCodeKinds)[number];
  readonly code: string;
}

/** Maximum number of reported codes of a search, so that an answer of nothing else stays small. */
const maxCodes = 20;
/** Text that is reported as a code; anything else is not one, and is not written to logs. */
const codeForm = /^[A-Z0-9]{2,4}$/;

/** Lists the codes in the answers of live suppliers that the facts do not contain, each once per supplier, at most 20. */
export function findUnknownCodes(
  { gazetteer, dictionary }: Pick<SearchSupply, "gazetteer" | "dictionary">,
  results: readonly SupplierResult[],
): UnknownCode[] {
  const isKnown: Record<UnknownCode["kind"], (code: string) => boolean> = {
    airport: (code) => gazetteer.findAirport(code) !== undefined,
    airline: (code) => dictionary.findAirlineName(code) !== undefined,
    aircraft: (code) => dictionary.findAircraft(code) !== undefined,
  };
  const found: UnknownCode[] = [];
  for (const { source, simulated, flights } of results) {
    if (simulated) continue;
    const codes = collectCodes(flights);
    for (const kind of unknownCodeKinds) {
      for (const code of codes[kind]) {
        if (found.length === maxCodes) return found;
        if (codeForm.test(code) && !isKnown[kind](code)) found.push({ supplier: source, kind, code });
      }
    }
  }
  return found;
}

function collectCodes(flights: SupplierResult["flights"]): Record<UnknownCode["kind"], Set<string>> {
  const codes = { airport: new Set<string>(), airline: new Set<string>(), aircraft: new Set<string>() };
  for (const { slices } of flights) {
    for (const { origin, destination, marketingCarrier, operatingCarrier, aircraft } of slices.flatMap(
      ({ segments }) => segments,
    )) {
      codes.airport.add(origin).add(destination);
      codes.airline.add(marketingCarrier);
      if (operatingCarrier !== null) codes.airline.add(operatingCarrier);
      if (aircraft !== null) codes.aircraft.add(aircraft);
    }
  }
  return codes;
}
