/** Countries and territories of regions that laws and tariffs of Asia name, by ISO 3166-1 alpha-2 code. */

/** The members of ASEAN of 2019 except Malaysia. */
export const aseanExceptMalaysia = "BN ID KH LA MM PH SG TH VN";

/** The members of SAARC. */
export const saarc = "AF BD BT IN LK MV NP PK";

export const northeastAsia = "CN HK JP KP KR MN MO TW";
export const southeastAsia = "BN ID KH LA MM MY PH SG TH TL VN";
export const southAsia = "BD BT IN LK MV NP PK";
export const centralAsia = "AF KG KZ TJ TM UZ";

export const middleEast = "AE BH EG IL IQ IR JO KW LB OM QA SA SD SY YE";

export const africa =
  "AO BF BI BJ BW CD CF CG CI CM CV DJ ER ET GA GH GM GN GQ GW KE KM LR LS LY MG ML MR MU MW MZ NA NE NG RE RW SC SH SL SN SO SS ST SZ TD TG TZ UG YT ZA ZM ZW";

/** Europe as IATA defines it: with Algeria, Morocco, Tunisia, Turkey and the Caucasus. */
export const europe =
  "AL AM AT AX AZ BA BE BG BY CH CY CZ DE DK DZ EE ES FI FO FR GB GE GG GI GR HR HU IE IM IS IT JE LT LU LV MA MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK TN TR UA XK";

export const americas =
  "AG AI AR AW BB BL BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC FK GD GF GL GP GT GY HN HT JM KN KY LC MF MQ MS MX NI PA PE PM PR PY SR SV SX TC TT US UY VC VE VG VI";
