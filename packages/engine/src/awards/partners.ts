/**
 * Airlines whose award seats a program can book, by IATA code. Source: borski/travel-hacking-toolkit (MIT),
 * partner-awards.json, audited 2026-03-31; names there, codes here. Left out: Emirates at United (one route only),
 * LATAM at Alaska (ends 1 October 2026), Vistara (merged into Air India), Virgin Australia at Delta (codeshare only).
 */
const STAR_ALLIANCE = "NH AC CA AI NZ OZ OS AV SN CM OU MS ET BR LO LH ZH SQ SA LX TP TG TK UA";
const ONEWORLD = "AS AA BA CX FJ AY IB JL MH WY QF QR AT RJ UL";
const SKYTEAM = "AR AM UX AF CI MU DL GA KQ KL KE ME SK SV RO VN VS MF";

const list = (codes: string): readonly string[] => codes.split(" ");

export const BOOKABLE = {
  alaska: list(`${ONEWORLD} EI TN DE HU FI KE PR PD JX`),
  aeroplan: list(`${STAR_ALLIANCE} AD EY HO`),
  britishairways: list(`${ONEWORLD} EI`),
  iberia: list(`${ONEWORLD} LA`),
  virginatlantic: list(`${SKYTEAM} NH`),
  united: list(STAR_ALLIANCE),
  delta: list(`${SKYTEAM} LA`),
  flyingblue: list(SKYTEAM),
} as const;

/** Days before departure when an airline releases award seats to partners. */
const RELEASE_DAYS: Readonly<Record<string, number>> = {
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

const USUAL_RELEASE_DAYS = 330;

/**
 * How many days before departure an airline opens award space. Source: the airlines' pages, read 2026; 330 where none is known.
 * Lufthansa shows first class to partners only in the last 30 to 14 days: see `LUFTHANSA_FIRST_PARTNER_DAYS`.
 */
export function releaseDaysOf(carrier: string): number {
  return RELEASE_DAYS[carrier] ?? USUAL_RELEASE_DAYS;
}

export const LUFTHANSA_FIRST_PARTNER_DAYS = { opens: 30, surely: 14 } as const;
