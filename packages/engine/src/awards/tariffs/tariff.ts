import type { AwardTrip } from "./award-trip.ts";
import { type Basis, type CabinCells, cabinCells, type DistanceChart, findCells, type PricedCell } from "./chart.ts";
import type { Zoning } from "./places.ts";
import { isPeak, type PeakDates } from "./seasons.ts";

/** What a program asks for one level of space: the level is saver unless the carrier's own program sells it a standard seat. */
export interface TariffQuestion {
  readonly level: "saver" | "standard";
  /** Another airline flies a leg. */
  readonly byPartner: boolean;
  readonly isOwn: (carrier: string) => boolean;
}

type TariffKind = "zone" | "zone-distance" | "segment-distance" | "trip-distance" | "dynamic";

/** One way in which a program prices; null where it does not price the trip, and the program's next tariff is asked. */
export interface Tariff {
  readonly kind: TariffKind;
  /** False where a seat of the saver space is priced like any other. */
  readonly knowsSaver?: boolean;
  readonly price: (trip: AwardTrip, asked: TariffQuestion) => PricedCell | null;
}

/** By the distance of the whole trip, at its highest cabin. */
export function byTrip(chart: DistanceChart): Tariff {
  return { kind: "trip-distance", price: ({ miles, cabin }) => findCells(chart, miles)?.[cabin] ?? null };
}

/** By the distance and cabin of each segment, added up; the chart is `own` where the program's own airlines fly it. */
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

/** By the pair of zones and then the distance of the trip; `[zone, zone, chart]`, either way round. */
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

/** By the pair of zones: rows of `[zone, zone, ...miles by cabin]`, either way round; a pair that is absent is not priced. */
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
    if (a < 0 || b < 0) throw new RangeError(`${from}–${to} is no pair of ${names.join(", ")}`);
    table[a * names.length + b] = value;
    table[b * names.length + a] = value;
  }
  return table;
}

/** Only where the program's own airlines fly every leg. */
export function ownOnly(tariff: Tariff): Tariff {
  return when(tariff, (_, { byPartner }) => !byPartner);
}

/** One tariff where the program's own airlines fly every leg; the others, in their order, where another airline flies one. */
export function ownAndPartners({ own, partners }: { own: Tariff; partners: readonly Tariff[] }): Tariff[] {
  return [ownOnly(own), ...partners.map((tariff) => when(tariff, (_, { byPartner }) => byPartner))];
}

/** Only where these airlines fly every leg. */
export function flownBy(carriers: readonly string[], tariff: Tariff): Tariff {
  const flown = new Set(carriers);
  return when(tariff, ({ legs }) => legs.every(({ carrier }) => flown.has(carrier)));
}

/** One tariff on peak dates and another on the rest. */
export function inSeason(dates: PeakDates, { peak, offPeak }: { peak: Tariff; offPeak: Tariff }): Tariff {
  return {
    kind: offPeak.kind,
    price: (trip, asked) => (isPeak(dates, trip.monthDay) ? peak : offPeak).price(trip, asked),
  };
}

/** Only where `holds` says so of the trip. */
export function when(tariff: Tariff, holds: (trip: AwardTrip, asked: TariffQuestion) => boolean): Tariff {
  return { ...tariff, price: (trip, asked) => (holds(trip, asked) ? tariff.price(trip, asked) : null) };
}

/** The same prices, marked as ours where `holds`: a chart used for what it was not published for. */
export function modelledWhere(tariff: Tariff, holds: (asked: TariffQuestion) => boolean): Tariff {
  return {
    ...tariff,
    price(trip, asked) {
      const cell = tariff.price(trip, asked);
      return cell === null || !holds(asked) ? cell : asModelled(cell);
    },
  };
}

export function asModelled({ miles, chart }: PricedCell): PricedCell {
  return { miles, chart: { ...chart, basis: "modelled" } };
}
