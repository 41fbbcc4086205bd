/**
 * Airlines whose award seats a program can book, by IATA code. Source: borski/travel-hacking-toolkit (MIT),
 * partner-awards.json, audited 2026-03-31; names there, codes here. Left out: Emirates at United (one route only),
 * LATAM at Alaska (ends 1 October 2026), Vistara (merged into Air India), Virgin Australia at Delta (codeshare only).
 */
const starAlliance = "NH AC CA AI NZ OZ OS AV SN CM OU MS ET BR LO LH ZH SQ SA LX TP TG TK UA";
const oneworld = "AS AA BA CX FJ AY IB JL MH WY QF QR AT RJ UL";
const skyteam = "AR AM UX AF CI MU DL GA KQ KL KE ME SK SV RO VN VS MF";

const list = (codes: string): readonly string[] => codes.split(" ");

export const bookable = {
  alaska: list(`${oneworld} EI TN DE HU FI KE PR PD JX`),
  aeroplan: list(`${starAlliance} AD EY HO`),
  britishairways: list(`${oneworld} EI`),
  iberia: list(`${oneworld} LA`),
  virginatlantic: list(`${skyteam} NH`),
  united: list(starAlliance),
  delta: list(`${skyteam} LA`),
  flyingblue: list(skyteam),
} as const;

/** Days before departure when an airline releases award seats to partners. */
const releaseDays: Readonly<Record<string, number>> = {
  NH: 355,
  UA: 337,
  LH: 360,
  SQ: 355,
  AF: 360,
  KL: 360,
  EK: 330,
  QR: 361,
  BA: 355,
  JL: 330,
  DL: 331,
  AA: 331,
};

const usualReleaseDays = 330;

/**
 * How many days before departure an airline opens award space. Source: the airlines' pages, read 2026; 330 where none is known.
 */
export function releaseDaysOf(carrier: string): number {
  return releaseDays[carrier] ?? usualReleaseDays;
}

/** Days before departure in which Lufthansa shows first class to partners (the airline's practice, read 2026). */
export const lufthansaFirstPartnerDays = 30;
