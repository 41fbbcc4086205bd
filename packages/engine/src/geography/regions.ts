export type Region =
  | "northAmerica"
  | "centralAmerica"
  | "caribbean"
  | "southAmerica"
  | "europe"
  | "middleEast"
  | "africa"
  | "centralAsia"
  | "southAsia"
  | "eastAsia"
  | "southeastAsia"
  | "oceania";

/** Every country and territory of ISO 3166-1 (and XK) in one region, as airlines divide the world. */
const countriesOf: Readonly<Record<Region, string>> = {
  northAmerica: "US CA PM GL",
  centralAmerica: "MX BZ CR GT HN NI PA SV",
  caribbean: "AG AI AW BB BL BM BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI",
  southAmerica: "AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE BV AQ",
  europe:
    "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM TR UA VA XK",
  middleEast: "AE BH IL IQ IR JO KW LB OM PS QA SA SY YE",
  africa:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TF TG TN TZ UG YT ZA ZM ZW",
  centralAsia: "AM AZ GE KG KZ TJ TM UZ",
  southAsia: "AF BD BT IN LK MV NP PK",
  eastAsia: "CN HK JP KP KR MN MO TW",
  southeastAsia: "BN ID KH LA MM MY PH SG TH TL VN",
  oceania: "AS AU CC CK CX FJ FM GU HM KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS",
};

const regionOf = new Map<string, Region>();
for (const region of Object.keys(countriesOf) as Region[]) {
  for (const country of countriesOf[region].split(" ")) regionOf.set(country, region);
}

/** Region of an ISO 3166-1 alpha-2 country code (or XK), in upper case; undefined for an unknown code. */
export function findRegion(country: string): Region | undefined {
  return regionOf.get(country);
}

/** Countries of a region; none for an unknown region. */
export function listCountries(region: string): readonly string[] {
  return isRegion(region) ? countriesOf[region].split(" ") : [];
}

function isRegion(name: string): name is Region {
  return Object.hasOwn(countriesOf, name);
}
