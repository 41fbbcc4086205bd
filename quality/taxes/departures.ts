import {
  type AirportFacts,
  type CompiledLevy,
  chargeOf,
  compileLevy,
  type EpochDay,
  isAmerican,
  modelledTaxesOf,
  parseEpochDay,
  type TaxBasis,
  type TaxTraveler,
  type Timetable,
  taxesByCountry,
} from "@wayfare/engine";
import { readSandbox } from "../world/sandbox-network.ts";

/** Day of departure for which charges are looked up. */
export const departureDay = parseEpochDay("2027-02-10");

/** Bases from the strongest to the weakest; `none` for a departure without any charge. */
export const shownBases = ["law", "published", "approximate", "modelled", "none"] as const;
type ShownBasis = (typeof shownBases)[number];

/** Share of the international departures of the sandbox in a week by the strongest and by the weakest basis of their charges, 0–1. */
export interface DepartureShares {
  readonly strongest: Readonly<Record<ShownBasis, number>>;
  readonly weakest: Readonly<Record<ShownBasis, number>>;
}

const adult: TaxTraveler = { type: "adult", cabin: 0, isAward: false };

export function measureDepartures(
  timetable: Timetable,
  airports: ReadonlyMap<string, AirportFacts>,
  day: EpochDay = departureDay,
): DepartureShares {
  const levies = new Map<string, readonly CompiledLevy[]>();
  const leviesOf = (country: string) => {
    const known = levies.get(country) ?? (taxesByCountry[country] ?? modelledTaxesOf(country)).levies.map(compileLevy);
    levies.set(country, known);
    return known;
  };
  const strongest = zeros();
  const weakest = zeros();
  let all = 0;
  for (const { origin, destination, dailyFlights } of readSandbox(timetable).services) {
    const [home, other] = [airports.get(origin), airports.get(destination)];
    if (home === undefined || other === undefined || home.country === other.country) continue;
    const found = basesOf(home, other, { day, levies: leviesOf(home.country) });
    all += dailyFlights;
    strongest[found[0] ?? "none"] += dailyFlights;
    weakest[found.at(-1) ?? "none"] += dailyFlights;
  }
  for (const basis of shownBases) {
    strongest[basis] /= all;
    weakest[basis] /= all;
  }
  return { strongest, weakest };
}

/** Bases of the charges of a departure, from the strongest to the weakest. */
function basesOf(
  home: AirportFacts,
  other: AirportFacts,
  { day, levies }: { day: EpochDay; levies: readonly CompiledLevy[] },
): TaxBasis[] {
  // Security and excise by law, and a facility charge that is approximate.
  if (isAmerican(home)) return ["law", "approximate"];
  const charges = levies
    .filter(({ on, isLeviedAt }) => (on === "departure" || on === "boarding") && isLeviedAt(home.code))
    .map((levy) => chargeOf(levy, { home, other, day }, adult))
    .filter((charge) => charge !== null);
  // An amount of which only an old publication is known counts as approximate.
  const found = new Set(
    charges.map(
      ({ basis, isOutdated }): TaxBasis => (isOutdated ? (basis === "modelled" ? basis : "approximate") : basis),
    ),
  );
  return shownBases.filter((basis) => basis !== "none").filter((basis) => found.has(basis));
}

function zeros(): Record<ShownBasis, number> {
  return { law: 0, published: 0, approximate: 0, modelled: 0, none: 0 };
}
