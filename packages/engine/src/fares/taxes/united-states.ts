import type { EpochDay } from "../../timetable/calendar.ts";
import { type CompiledLevy, chargeOfAnyone, compileLevy } from "./compile-levy.ts";
import type { CountryTaxes, Levy, LevyRates } from "./levy.ts";
import { addTax, type TaxCharge } from "./tax-charge.ts";
import type { AirportFacts, PercentTax, TaxSlice, TaxTraveler } from "./tax-journey.ts";

const asOf = "2026-11-28";

function levy(
  code: string,
  name: string,
  provenance: Pick<Levy, "basis" | "source">,
  ...rates: readonly (readonly [from: string, amount: number, validUntil?: string])[]
): Levy {
  const dated = rates.map(([from, amount, validUntil = null]): LevyRates => {
    return { from, validUntil, zones: [{ to: "any", amount }] };
  });
  return { code, name, ...provenance, asOf, currency: "USD", rates: dated };
}

/** Indexed every calendar year, by the day of departure. */
const excise: Pick<Levy, "basis" | "source"> = {
  basis: "law",
  source:
    "Internal Revenue Code § 4261(b), (c); 2024: PwC, Aircraft Club, November 2023, https://miraitalk.com/article/aircraft-club-november-2023-air-transport-excise-tax-rates-for-2024/926; 2025: Rev. Proc. 2024-40; 2026: Rev. Proc. 2025-32",
};

const levies = {
  segment: levy(
    "ZP",
    "domestic flight segment tax",
    excise,
    ["2024-01-01", 5, "2024-12-31"],
    ["2025-01-01", 5.2, "2025-12-31"],
    ["2026-01-01", 5.3, "2026-12-31"],
  ),
  international: levy(
    "US",
    "international arrival or departure tax",
    excise,
    ["2024-01-01", 22.2, "2024-12-31"],
    ["2025-01-01", 22.9, "2025-12-31"],
    ["2026-01-01", 23.4, "2026-12-31"],
  ),
  alaskaHawaii: levy(
    "US",
    "tax of departures between the mainland and Alaska or Hawaii",
    excise,
    ["2024-01-01", 11.1, "2024-12-31"],
    ["2025-01-01", 11.4, "2025-12-31"],
    ["2026-01-01", 11.7, "2026-12-31"],
  ),
  security: levy(
    "AY",
    "passenger civil aviation security service fee",
    {
      basis: "law",
      source:
        "49 CFR 1510.5: $5.60 one way, at most $11.20 a round trip, https://www.ecfr.gov/current/title-49/part-1510",
    },
    ["2014-07-21", 5.6],
  ),
  facility: levy(
    "XF",
    "passenger facility charge",
    {
      basis: "approximate",
      source:
        "49 U.S.C. 40117 and 14 CFR 158.9 for the limits: at most two boardings each way, no award tickets, no flights within Hawaii, https://law.lawstack.com/cfr/14/158.9/; the maximum of $4.50, which nearly all large airports charge, stands for all airports",
    },
    ["2001-04-01", 4.5],
  ),
  immigration: levy(
    "XY",
    "immigration user fee",
    {
      basis: "law",
      source: "8 U.S.C. 1356(d) and 8 CFR 286.2, https://www.lawserver.com/law/country/us/cfr/8_cfr_286-2",
    },
    ["2001-12-01", 7],
  ),
  agriculture: levy(
    "XA",
    "agricultural quarantine and inspection user fee",
    {
      basis: "approximate",
      source:
        "7 CFR 354.3(f); $3.83 from December 2022: APHIS, AQI User Fees Explained, https://www.aphis.usda.gov/aqi/fees; the amount since the rule of 2024 (89 FR 38596) is general knowledge, not checked; infants pay: APHIS, International Air Passenger Fee, https://www.aphis.usda.gov/aqi/fees/international-air-passenger-fee",
    },
    ["2022-12-01", 3.83, "2024-09-30"],
    ["2024-10-01", 3.84],
  ),
  customs: levy(
    "YC",
    "customs user fee",
    {
      basis: "law",
      source:
        "19 CFR 24.22(g); fiscal year 2026: CBP Dec. 25-10 (90 FR 34665), https://www.govinfo.gov/content/pkg/FR-2025-07-23/html/2025-13869.htm; until September 2025 the middle of 6 to 7 dollars",
    },
    ["2024-01-01", 6.74, "2025-09-30"],
    ["2025-10-01", 7.39, "2026-09-30"],
  ),
} as const;

/** Percentage of a domestic fare. */
const percentage = {
  code: "US",
  basis: "law",
  source: "Internal Revenue Code § 4261(a)",
  asOf,
  rate: 0.075,
  aboveRate: 0.075,
  domesticOnly: true,
} as const;

/** Taxes of the United States, for their provenance: which of them apply to a slice, `addUnitedStatesTaxes` decides. */
export const unitedStatesTaxes: CountryTaxes = { levies: Object.values(levies), fareTax: percentage };

const compiled: Readonly<Record<keyof typeof levies, CompiledLevy>> = {
  segment: compileLevy(levies.segment),
  international: compileLevy(levies.international),
  alaskaHawaii: compileLevy(levies.alaskaHawaii),
  security: compileLevy(levies.security),
  facility: compileLevy(levies.facility),
  immigration: compileLevy(levies.immigration),
  agriculture: compileLevy(levies.agriculture),
  customs: compileLevy(levies.customs),
};

/** Maximum of a journey in US cents, and boardings of a slice with a facility charge. */
const caps: ReadonlyMap<string | null, number> = new Map([
  ["AY", 1120],
  ["XF", 1800],
]);
const maxFacilityBoardings = 2;

const territories = new Set(["PR", "VI", "GU", "MP", "AS"]);

type Area = "mainland" | "alaska" | "hawaii";

/**
 * Adds the taxes of a slice that touches the United States. A slice within the 50 states is domestic: percentage and segment tax, and the
 * Alaska–Hawaii tax if it crosses between them and the mainland (its percentage is not prorated over the sea here). Any other slice pays
 * the international tax at each end in the 50 states; its connecting domestic segments are exempt from the segment tax. Security applies to
 * a slice that starts in the United States or its territories, the passenger facility charge to every boarding there. The territories have
 * no other taxes of departure. Excise is a tax on the amount paid: an award has none, and no facility charge. An infant on the lap pays
 * excise, except the segment tax, and agricultural inspection only.
 */
export function addUnitedStatesTaxes(
  slice: TaxSlice,
  traveler: TaxTraveler,
  fixed: TaxCharge[],
  percents: PercentTax[],
): void {
  const { segments } = slice;
  if (!segments.some(({ origin, destination }) => isAmerican(origin) || isAmerican(destination))) return;
  if (!traveler.isAward) addExcise(slice, traveler, fixed, percents);
  addBoardingsAndArrivals(slice, traveler, fixed);
}

function addExcise(slice: TaxSlice, { type }: TaxTraveler, fixed: TaxCharge[], percents: PercentTax[]): void {
  const { segments, day } = slice;
  const origin = segments[0].origin;
  const destination = segments[segments.length - 1].destination;
  const [leaves, arrives] = [origin.country === "US", destination.country === "US"];
  if (!leaves || !arrives) {
    if (leaves || arrives) add(fixed, "international", segments[0], day);
    return;
  }
  const { code, basis, rate } = percentage;
  percents.push({ code, basis, rate, validUntil: null });
  if (type === "infant") return;
  for (const segment of segments) {
    const isDomestic = segment.origin.country === "US" && segment.destination.country === "US";
    if (isDomestic) add(fixed, "segment", segment, day);
  }
  if (areaOf(origin) !== areaOf(destination)) add(fixed, "alaskaHawaii", segments[0], day);
}

function addBoardingsAndArrivals({ segments, day }: TaxSlice, traveler: TaxTraveler, fixed: TaxCharge[]): void {
  const onLap = traveler.type === "infant";
  if (!onLap && isAmerican(segments[0].origin)) add(fixed, "security", segments[0], day);
  let boardings = 0;
  for (const segment of segments) {
    const { origin, destination } = segment;
    if (isAmerican(origin)) {
      const isCharged = !onLap && !traveler.isAward && !isWithinHawaii(origin, destination);
      if (isCharged && ++boardings <= maxFacilityBoardings) add(fixed, "facility", segment, day);
    } else if (isAmerican(destination)) {
      add(fixed, "agriculture", segment, day);
      if (onLap) continue;
      add(fixed, "immigration", segment, day);
      add(fixed, "customs", segment, day);
    }
  }
}

function add(
  fixed: TaxCharge[],
  name: keyof typeof levies,
  { origin, destination }: TaxSlice["segments"][number],
  day: EpochDay | undefined,
): void {
  const charge = chargeOfAnyone(compiled[name], { home: origin, other: destination, day }, 0);
  if (charge !== null) addTax(fixed, charge);
}

/** Limits the taxes of a journey that have a maximum. */
export function capUnitedStatesTaxes(charges: readonly TaxCharge[]): void {
  for (const charge of charges) {
    const cap = caps.get(charge.code);
    if (cap !== undefined && charge.usdCents > cap) charge.usdCents = cap;
  }
}

/** True for the United States and their territories. */
export function isAmerican({ country }: AirportFacts): boolean {
  return country === "US" || territories.has(country);
}

function isWithinHawaii(origin: AirportFacts, destination: AirportFacts): boolean {
  return origin.country === "US" && areaOf(origin) === "hawaii" && areaOf(destination) === "hawaii";
}

/** Alaska is north of 51° and west of 130° (the Aleutians cross 180°), Hawaii south of 24° and west of 154°. */
function areaOf({ latitude, longitude }: AirportFacts): Area {
  if (latitude > 51 && (longitude < -129.9 || longitude > 170)) return "alaska";
  return latitude < 24 && longitude < -154 ? "hawaii" : "mainland";
}
