/**
 * Airports whose traffic has another code today than in August 2016. Istanbul needs no row: what was IST in 2016 is ISL today, but its
 * flights moved to the airport that took the code.
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
  // The same airport under another code.
  KIV: "RMO",
  TSE: "NQZ",
  FRU: "BSZ",
};

/**
 * The code that an airport's flights have today.
 *
 * @param isKnown whether the network to compare with has the new code; where it keeps the old one, so does the answer.
 */
export function codeToday(codeOf2016: string, isKnown: (code: string) => boolean): string {
  const moved = movedTo[codeOf2016];
  return moved !== undefined && isKnown(moved) ? moved : codeOf2016;
}
