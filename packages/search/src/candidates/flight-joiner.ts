import type { Steps } from "@wayfare/concurrency";
import { digestId } from "@wayfare/contract";
import {
  flightNumbersOf,
  type Itinerary,
  maxJoinMinutes,
  type StatedTime,
  statedTimesOf,
  statementKey,
} from "@wayfare/suppliers";
import { FlightNumbers } from "./flight-numbers.ts";

/** Earliest and latest of the times that offers of one flight state, for each departure and arrival; null if none states it. */
export type TimeRanges = readonly (TimeRange | null)[];

interface TimeRange {
  fromMinutes: number;
  toMinutes: number;
  localDay: number;
}

/** Offers of one physical flight. */
export interface JoinedFlight<Item> {
  /** Id of the flight. */
  id: string;
  /** In an order that does not depend on the order in which they were added. */
  items: Item[];
  times: TimeRanges;
}

interface Entry<Item> {
  item: Item;
  /** Day, airports and flight number of each segment, as keys of `FlightNumbers`. */
  legs: { route: string; number: string }[];
  times: (StatedTime | null)[];
  isTimed: boolean;
}

/** Offers that are joined, while flights are formed. */
interface Cluster<Item> {
  id: string | null;
  entries: Entry<Item>[];
  times: (TimeRange | null)[];
}

/** Entries per step, less than a millisecond. */
const entriesPerStep = 100;

/**
 * Joins the offers of one physical flight: the same airports, the same local dates, one flight number of each segment (of the marketing or
 * the operating carrier, as far as the offers state which belong together), and no stated time more than `maxJoinMinutes` after the earliest.
 * A time that an offer does not state is not a difference; if it could belong to several flights, it is joined to none of them.
 *
 * The result is the same for every order in which offers are added. The id of a flight depends only on airports, dates and numbers; if there
 * are several under the same numbers, the ids of all but the earliest include their times. A flight that was sent is pinned: it keeps its id
 * and its offers, whatever is added later.
 */
export class FlightJoiner<Item extends Itinerary> {
  readonly #numbers = new FlightNumbers();
  readonly #entries = new Map<Item, Entry<Item>>();
  readonly #pinned = new Map<string, Entry<Item>[]>();
  readonly #pinnedItems = new Set<Item>();

  add(item: Item): void {
    const times = statedTimesOf(item);
    let firstOfSlice = 0;
    const legs = item.slices.flatMap(({ segments }) => {
      // The departure of a slice is always stated; those of its other segments may not be.
      const day = times[firstOfSlice]?.localDay ?? "";
      firstOfSlice += 2 * segments.length;
      return segments.map((segment) => {
        const route = `${day} ${segment.origin} ${segment.destination}`;
        return { route, number: this.#numbers.add(route, flightNumbersOf(segment)) };
      });
    });
    this.#entries.set(item, { item, legs, times, isTimed: !times.includes(null) });
  }

  /** Keeps the id and the offers of a flight in all later results. */
  pin({ id, items }: Pick<JoinedFlight<Item>, "id" | "items">): void {
    const entries = items.flatMap((item) => (this.#pinnedItems.has(item) ? [] : (this.#entries.get(item) ?? [])));
    if (entries.length === 0) return;
    this.#pinned.set(id, [...(this.#pinned.get(id) ?? []), ...entries]);
    for (const { item } of entries) this.#pinnedItems.add(item);
  }

  /** Returns the flights, in steps. */
  *join(): Steps<JoinedFlight<Item>[]> {
    const groups = new Map<string, { clusters: Cluster<Item>[]; entries: Entry<Item>[] }>();
    const groupOf = (entry: Entry<Item>) => {
      const key = this.#keyOf(entry);
      const known = groups.get(key);
      if (known !== undefined) return known;
      const group = { clusters: [], entries: [] };
      groups.set(key, group);
      return group;
    };
    for (const [id, entries] of this.#pinned) {
      const [first] = entries;
      if (first !== undefined) groupOf(first).clusters.push(makeCluster(entries, id));
    }
    let count = 0;
    for (const entry of this.#entries.values()) {
      if (++count % entriesPerStep === 0) yield;
      if (!this.#pinnedItems.has(entry.item)) groupOf(entry).entries.push(entry);
    }
    const flights: JoinedFlight<Item>[] = [];
    const ids = new Set(this.#pinned.keys());
    for (const [key, { clusters, entries }] of groups) {
      const compare = compareEntriesWith(new Map());
      for (const entry of entries.sort(compare)) {
        if (++count % entriesPerStep === 0) yield;
        addEntry(clusters, entry);
      }
      for (const cluster of clusters.toSorted(compareClusters)) {
        if (++count % entriesPerStep === 0) yield;
        flights.push(toFlight(cluster, { key, ids, compare }));
      }
    }
    return flights;
  }

  #keyOf({ legs }: Entry<Item>): string {
    return legs.map(({ route, number }) => `${route} ${this.#numbers.nameOf(number)}`).join(",");
  }
}

/**
 * Adds an entry to the cluster that it fits in. One that states all times, and so comes first, goes to the first of several; one that does
 * not goes to none of several, but to one with the same times.
 */
function addEntry<Item>(clusters: Cluster<Item>[], entry: Entry<Item>): void {
  const fitting = clusters.filter(({ times }) => fitsTimes(entry.times, times));
  const isClear = entry.isTimed || fitting.length === 1;
  const cluster = isClear ? fitting[0] : fitting.find(({ entries }) => hasSameTimes(entries[0], entry));
  if (cluster === undefined) {
    clusters.push(makeCluster([entry], null));
    return;
  }
  cluster.entries.push(entry);
  cluster.times = extend(cluster.times, entry.times);
}

function hasSameTimes<Item>(known: Entry<Item> | undefined, { times }: Entry<Item>): boolean {
  return known !== undefined && times.every((time, at) => time?.epochMinutes === known.times[at]?.epochMinutes);
}

function makeCluster<Item>(entries: Entry<Item>[], id: string | null): Cluster<Item> {
  const [first] = entries;
  const none: (TimeRange | null)[] = (first?.times ?? []).map(() => null);
  return { id, entries: [...entries], times: entries.reduce((ranges, { times }) => extend(ranges, times), none) };
}

function extend(ranges: TimeRanges, times: readonly (StatedTime | null)[]): (TimeRange | null)[] {
  return ranges.map((range, at) => {
    const time = times[at] ?? null;
    if (time === null) return range;
    const { epochMinutes, localDay } = time;
    if (range === null) return { fromMinutes: epochMinutes, toMinutes: epochMinutes, localDay };
    const [fromMinutes, toMinutes] = [
      Math.min(range.fromMinutes, epochMinutes),
      Math.max(range.toMinutes, epochMinutes),
    ];
    return { fromMinutes, toMinutes, localDay };
  });
}

/** Returns true if times fit in the ranges of a flight: on the same local dates, at most `maxJoinMinutes` from the earliest to the latest. */
export function fitsTimes(times: readonly (StatedTime | null)[], ranges: TimeRanges): boolean {
  return ranges.every((range, at) => {
    const time = times[at] ?? null;
    if (range === null || time === null) return true;
    const { epochMinutes, localDay } = time;
    const spread = Math.max(range.toMinutes, epochMinutes) - Math.min(range.fromMinutes, epochMinutes);
    return localDay === range.localDay && spread <= maxJoinMinutes;
  });
}

function toFlight<Item extends Itinerary>(
  { id: pinnedId, entries, times }: Cluster<Item>,
  { key, ids, compare }: { key: string; ids: Set<string>; compare: CompareEntries<Item> },
): JoinedFlight<Item> {
  const sorted = entries.toSorted(compare);
  const id = pinnedId ?? chooseId(key, times, ids);
  ids.add(id);
  return { id, items: sorted.map(({ item }) => item), times };
}

function chooseId(key: string, times: TimeRanges, ids: ReadonlySet<string>): string {
  let id = digestId("flt", key);
  for (let text = `${key} ${textOf(times)}`; ids.has(id); text += " ") id = digestId("flt", text);
  return id;
}

/** Id of a flight that is not joined to others, such as one whose times turned out to differ from those that were shown. */
export function ownFlightId(itinerary: Itinerary): string {
  const times = statedTimesOf(itinerary).map((time) => time?.epochMinutes ?? "");
  const legs = itinerary.slices.map(({ segments }) =>
    segments.map((segment) => {
      const { marketing, operating } = flightNumbersOf(segment);
      return `${segment.origin} ${segment.destination} ${operating ?? marketing}`;
    }),
  );
  return digestId("flt", JSON.stringify(["own", legs, times]));
}

function textOf(times: TimeRanges): string {
  return times.map((range) => range?.fromMinutes ?? "").join(" ");
}

function compareClusters<Item>(a: Cluster<Item>, b: Cluster<Item>): number {
  return compareTimes(
    a.times.map((range) => range?.fromMinutes ?? null),
    b.times.map((range) => range?.fromMinutes ?? null),
  );
}

type CompareEntries<Item> = (a: Entry<Item>, b: Entry<Item>) => number;

/**
 * Fully timed entries come first, then earlier ones.
 *
 * @param keys statement keys of one group's items, filled on demand: they take more memory than the entries
 */
function compareEntriesWith<Item extends Itinerary>(keys: Map<Item, string>): CompareEntries<Item> {
  const keyOf = (item: Item) => {
    const key = keys.get(item) ?? statementKey(item);
    keys.set(item, key);
    return key;
  };
  return (a, b) => {
    if (a.isTimed !== b.isTimed) return a.isTimed ? -1 : 1;
    return compareStatedTimes(a.times, b.times) || compareText(keyOf(a.item), keyOf(b.item));
  };
}

function compareStatedTimes(a: readonly (StatedTime | null)[], b: readonly (StatedTime | null)[]): number {
  return compareTimes(
    a.map((time) => time?.epochMinutes ?? null),
    b.map((time) => time?.epochMinutes ?? null),
  );
}

/** Times that are not stated come last. */
function compareTimes(a: readonly (number | null)[], b: readonly (number | null)[]): number {
  for (const [at, time] of a.entries()) {
    const [left, right] = [time ?? Number.POSITIVE_INFINITY, b[at] ?? Number.POSITIVE_INFINITY];
    if (left !== right) return left - right;
  }
  return 0;
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
