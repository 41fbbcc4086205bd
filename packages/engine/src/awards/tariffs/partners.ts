/**
 * Airlines whose award seats a program can book in addition to its own, by IATA code. Programs that do not book their whole alliance omit
 * airlines.
 */
const starAlliance = "NH AC CA AI NZ OZ OS AV SN CM OU MS ET BR LO LH ZH SQ SA LX TP TG TK UA";
export const oneworld = "AS AA BA CX FJ AY IB JL MH WY QF QR AT RJ UL";
const skyteam = "AR AM UX AF CI MU DL GA KQ KL KE ME SK SV RO VN VS MF";

/** LifeMiles, Miles&Smiles: the alliance except Croatia, Shenzhen and, with LifeMiles, Air India. */
const starOfLifeMiles = "NH AC CA NZ OZ OS AV SN CM MS ET BR LO LH SQ SA LX TP TG TK UA";

/**
 * Source: borski/travel-hacking-toolkit (MIT), partner-awards.json, audited 2026-03-31; names there, codes here. Left out:
 * Emirates at United (one route only), LATAM at Alaska (ends 1 October 2026), Vistara (merged into Air India), Virgin
 * Australia at Delta (codeshare only).
 */
export const publishedPartners = {
  aeroplan: `${starAlliance} AD EY HO`,
  alaska: `${oneworld} EI TN DE HU FI KE PR PD JX`,
  american: `${oneworld} EY G3`,
  britishairways: `${oneworld} EI`,
  delta: `${skyteam} LA`,
  emirates: "A3 MK AD PG DE CM U2 G3 JL LS JQ KE MH OA QF SA TP",
  etihad: "AA NZ NH OZ MU GA HU HX MH JU AT SK",
  flyingblue: skyteam,
  iberia: `${oneworld} LA`,
  jetblue: "9K DE EY FI JL QR UA",
  korean: `${skyteam} AS`,
  lifemiles: starOfLifeMiles,
  qatar: oneworld,
  singapore: "NH AC CA AI NZ OZ OS AV SN CM OU MS ET BR LO LH LX TP TG TK UA VA",
  turkish: `${starOfLifeMiles} AI`,
  united: `${starAlliance} B6`,
  virginatlantic: `${skyteam} NH`,
} as const;

/**
 * **Approximate**, from general knowledge of 2026: alliance and well-known other partners of the programs that are not in the list above.
 */
export const generalPartners = {
  aeromexico: skyteam,
  ana: `${starAlliance} EY VS GA PR VN`,
  azul: "UA TP",
  cathay: `${oneworld} CA LH OS LX NZ AC PG GF ZH`,
  connectmiles: starAlliance,
  ethiopian: starAlliance,
  eurobonus: skyteam,
  finnair: oneworld,
  frontier: "",
  jal: `${oneworld} EK AF KE MU PG JQ`,
  lufthansa: `${starAlliance} DE`,
  qantas: `${oneworld} EK AF KL MU WS PG JQ`,
  saudia: skyteam,
  smiles: "AA AF KL EK CM AM ET UX TP",
  spirit: "",
  velocity: "SQ UA QR EY AC NH SA",
} as const;
