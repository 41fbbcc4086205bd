import type { AwardTrip } from "./award-trip.ts";
import { type Basis, type CabinCells, cabinCells, type DistanceChart, findCells, type PricedCell } from "./chart.ts";
import { isPeak, type PeakDates } from "./seasons.ts";
import type { Zoning } from "./zoning.ts";

/** Input of a program's price at one level of space: saver, unless the carrier's own program sells a standard seat. */
export interface TariffInput {
  readonly level: "saver" | "standard";
  /** Another airline operates a leg. */
  readonly byPartner: boolean;
  readonly isOwn: (carrier: string) => boolean;
}

type TariffKind = "zone" | "zone-distance" | "segment-distance" | "trip-distance" | "dynamic";

/** One pricing rule of a program; returns null if it does not price the trip, in which case the program's next tariff is tried. */
export interface Tariff {
  readonly kind: TariffKind;
  /** False if saver seats have the same price as others. */
  readonly hasSaverLevel?: boolean;
  readonly price: (trip: AwardTrip, input: TariffInput) => PricedCell | null;
}

/** By the distance of the whole trip, at its highest cabin. */
export function byTrip(chart: DistanceChart): Tariff {
  return { kind: "trip-distance", price: ({ miles, cabin }) => findCells(chart, miles)?.[cabin] ?? null };
}

/** By the distance and cabin of each segment, added up; the chart is `own` if the program's own airlines operate it. */
export function bySegment({ own, partner }: { own: DistanceChart; partner: DistanceChart }): Tariff {
  return {
    kind: "segment-distance",
    price({ legs }, { isOwn }) {
      let sum: PricedCell | null = null;
      for (const { carrier, miles, cabin } of legs) {
        const cell = findCells(isOwn(carrier) ? own : partner, miles)?.[cabin];
        if (cell === undefined) return null;
        sum = sum === null ? cell : addCells(sum, cell);
      }
      return sum;
    },
  };
}

function addCells(a: PricedCell, b: PricedCell): PricedCell {
  const name = a.chart.name.includes(b.chart.name) ? a.chart.name : `${a.chart.name}; ${b.chart.name}`;
  const basis: Basis = a.chart.basis === "published" && b.chart.basis === "published" ? "published" : "modelled";
  return { miles: a.miles + b.miles, chart: { name, band: `${a.chart.band} + ${b.chart.band}`, basis } };
}

/** By the pair of zones and then the distance of the trip; `[zone, zone, chart]`, in either order. */
export function byZonesAndDistance(
  { names, zoneOf }: Zoning,
  charts: readonly (readonly [string, string, DistanceChart])[],
): Tariff {
  const table = pairTable(names, charts);
  return {
    kind: "zone-distance",
    price({ origin, destination, miles, cabin }) {
      const from = zoneOf(origin);
      const to = zoneOf(destination);
      if (from < 0 || to < 0) return null;
      const chart = table[from * names.length + to];
      return chart === undefined ? null : (findCells(chart, miles)?.[cabin] ?? null);
    },
  };
}

interface ZoneFacts {
  readonly name: string;
  readonly basis: Basis;
  readonly zoning: Zoning;
}

/** By the pair of zones: rows of `[zone, zone, ...miles by cabin]`, in either order; absent pairs are not priced. */
export function byZones(
  { name, basis, zoning }: ZoneFacts,
  rows: readonly (readonly [string, string, ...number[]])[],
): Tariff {
  const { names, zoneOf } = zoning;
  const cells = rows.map(([from, to, ...columns]): [string, string, CabinCells] => {
    const band = from === to ? `within ${from}` : `${from}–${to}`;
    return [from, to, cabinCells({ name, basis, band }, columns)];
  });
  const table = pairTable(names, cells);
  return {
    kind: "zone",
    price({ origin, destination, cabin }) {
      const from = zoneOf(origin);
      const to = zoneOf(destination);
      return from < 0 || to < 0 ? null : (table[from * names.length + to]?.[cabin] ?? null);
    },
  };
}

function pairTable<T>(names: readonly string[], rows: readonly (readonly [string, string, T])[]): (T | undefined)[] {
  const table: (T | undefined)[] = Array.from({ length: names.length ** 2 });
  for (const [from, to, value] of rows) {
    const [a, b] = [names.indexOf(from), names.indexOf(to)];
    if (a < 0 || b < 0) throw new RangeError(`zones of ${from}–${to} must be among ${names.join(", ")}`);
    table[a * names.length + b] = value;
    table[b * names.length + a] = value;
  }
  return table;
}

/** Applies only if the program's own airlines operate every leg. */
export function ownOnly(tariff: Tariff): Tariff {
  return restrict(tariff, (_, { byPartner }) => !byPartner);
}

/** Uses one tariff if the program's own airlines operate every leg, and the others, in order, if another airline operates one. */
export function ownAndPartners({ own, partners }: { own: Tariff; partners: readonly Tariff[] }): Tariff[] {
  return [ownOnly(own), ...partners.map((tariff) => restrict(tariff, (_, { byPartner }) => byPartner))];
}

/** Applies only if these airlines operate every leg. */
export function flownBy(carriers: readonly string[], tariff: Tariff): Tariff {
  const flown = new Set(carriers);
  return restrict(tariff, ({ legs }) => legs.every(({ carrier }) => flown.has(carrier)));
}

/** Uses one tariff on peak dates and another on other dates. */
export function inSeason(dates: PeakDates, { peak, offPeak }: { peak: Tariff; offPeak: Tariff }): Tariff {
  return {
    kind: offPeak.kind,
    price: (trip, input) => (isPeak(dates, trip.monthDay) ? peak : offPeak).price(trip, input),
  };
}

/** Applies only if `holds` returns true for the trip. */
export function restrict(tariff: Tariff, matches: (trip: AwardTrip, input: TariffInput) => boolean): Tariff {
  return { ...tariff, price: (trip, input) => (matches(trip, input) ? tariff.price(trip, input) : null) };
}

/** The same prices, marked as modeled if `holds`: a chart used outside its published scope. */
export function modeledIf(tariff: Tariff, matches: (input: TariffInput) => boolean): Tariff {
  return {
    ...tariff,
    price(trip, input) {
      const cell = tariff.price(trip, input);
      return cell === null || !matches(input) ? cell : asModeled(cell);
    },
  };
}

export function asModeled({ miles, chart }: PricedCell): PricedCell {
  return { miles, chart: { ...chart, basis: "modelled" } };
}
