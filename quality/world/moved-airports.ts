/**
 * Airports whose traffic has a different code today than in August 2016. Istanbul needs no row: IST of 2016 is ISL today, but its flights
 * moved to the airport that took over the code.
 */
const movedTo: Readonly<Record<string, string>> = {
  // Replaced by another airport.
  TXL: "BER",
  SXF: "BER",
  DKR: "DSS",
  ULN: "UBN",
  NAY: "PKX",
  ISN: "XWA",
  MJV: "RMU",
  REP: "SAI",
  PNH: "KTI",
  JOG: "YIA",
  BDO: "KJT",
  SRI: "AAP",
  LGP: "DRP",
  RTW: "GSV",
  VDA: "ETM",
  ETH: "ETM",
  RAJ: "HSR",
  DAX: "DZH",
  LAD: "NBJ",
  NVK: "EVE",
  // The same airport with a new code.
  KIV: "RMO",
  TSE: "NQZ",
  FRU: "BSZ",
};

/**
 * Returns the current code of an airport's flights.
 *
 * @param isKnown returns true if the network to compare with has the new code; otherwise the old code is kept.
 */
export function codeToday(codeOf2016: string, isKnown: (code: string) => boolean): string {
  const moved = movedTo[codeOf2016];
  return moved !== undefined && isKnown(moved) ? moved : codeOf2016;
}
