import { type EpochDay, greatCircleKm } from "@wayfare/engine";
import type { ClosedAirspace, Point } from "../facts/closed-airspace.ts";
import type { Season } from "../facts/nonstop.ts";
import { holdsOn } from "../facts/validity.ts";
import { AreaTable } from "./area-table.ts";
import { type GreatCircleLeg, measureLeg, referenceKmh } from "./great-circle-leg.ts";
import { toPolygon } from "./polygon.ts";
import { WindTable } from "./wind.ts";

export interface FlightPathsOptions {
  closedAirspace: readonly ClosedAirspace[];
  routingPoints: readonly Point[];
  /** Airspace is closed as of this day. */
  day: EpochDay;
}

export interface PathQuery {
  from: Point;
  to: Point;
  airline: { code: string; country: string };
  cruiseKmh: number;
  /** Null is the mean of the year. */
  season: Season | null;
}

/** Shorter flights do not leave the great circle for better wind. */
const windRoutingKm = 4000;
/**
 * Routing points are considered if the path over one of them is at most this much longer than the great circle: the larger of both. Wind
 * alone is worth a short detour only.
 */
const maxDetours = { forWind: { factor: 1.1, km: 600 }, aroundClosed: { factor: 1.35, km: 1500 } };

type Path = Pick<GreatCircleLeg, "km" | "hours">;

/** Mean wind of a season, and legs in it. */
interface Conditions {
  wind: WindTable;
  /** Between all routing points, by index. */
  legs: readonly (readonly GreatCircleLeg[])[];
  /** Between places and routing points, by index; measured when they are needed. */
  departing: Map<Point, GreatCircleLeg[]>;
  arriving: Map<Point, GreatCircleLeg[]>;
}

interface Routing {
  /** Areas to avoid: bit n is set for the nth one. */
  closed: number;
  detour: { factor: number; km: number };
  conditions: Conditions;
}

/**
 * Times of cruise between two places on the fastest path that avoids closed airspace, in the mean wind. A path is a sequence of great
 * circles over routing points.
 */
export class FlightPaths {
  readonly #closures: readonly ClosedAirspace[];
  readonly #areas: AreaTable;
  readonly #points: readonly Point[];
  readonly #conditions = new Map<Season | null, Conditions>();
  readonly #paths = new Map<string, Path>();

  constructor({ closedAirspace, routingPoints, day }: FlightPathsOptions) {
    this.#closures = closedAirspace.filter((area) => holdsOn(area, day));
    this.#areas = new AreaTable(this.#closures.map(({ ring }) => toPolygon(ring)));
    this.#points = routingPoints;
  }

  /** Returns the hours of cruise. If closed airspace leaves no path, they are those of the great circle. */
  cruiseHours({ from, to, airline, cruiseKmh, season }: PathQuery): number {
    // Airspace is open to flights from and to its airports.
    const open = this.#areas.at(from) | this.#areas.at(to);
    const closed = this.#closedTo(airline) & ~open;
    const key = `${from.latitude},${from.longitude} ${to.latitude},${to.longitude} ${closed} ${season ?? ""}`;
    const path = this.#paths.get(key) ?? this.#findPath(from, to, closed, season);
    this.#paths.set(key, path);
    if (path.hours === 0) return 0;
    const windKmh = path.km / path.hours - referenceKmh;
    return path.km / (cruiseKmh + windKmh);
  }

  /** Returns the areas that an airline avoids: bit n is set for the nth one. */
  #closedTo({ code, country }: PathQuery["airline"]): number {
    let closed = 0;
    for (const [at, { closedTo, except }] of this.#closures.entries()) {
      if ((closedTo === "all" || closedTo.includes(country)) && !except.includes(code)) closed |= 1 << at;
    }
    return closed;
  }

  #findPath(from: Point, to: Point, closed: number, season: Season | null): Path {
    const conditions = this.#conditionsOf(season);
    const direct = this.#measure(from, to, conditions);
    const isOpen = (direct.crossed & closed) === 0;
    if (isOpen && greatCircleKm(from, to) < windRoutingKm) return direct;
    const detour = isOpen ? maxDetours.forWind : maxDetours.aroundClosed;
    const around = this.#findFastest(from, to, { closed, detour, conditions });
    if (around === undefined || (isOpen && direct.hours <= around.hours)) return direct;
    return around;
  }

  /** Finds the fastest path over routing points by Dijkstra's algorithm. */
  #findFastest(from: Point, to: Point, { closed, detour, conditions }: Routing): Path | undefined {
    const km = greatCircleKm(from, to);
    const limitKm = Math.max(km * detour.factor, km + detour.km);
    const { departing, arriving } = conditions;
    const [firstLegs, lastLegs] = [legsOf(departing, from), legsOf(arriving, to)];
    const reached = new Map<number, Path>();
    const near = new Set<number>();
    for (const [at, point] of this.#points.entries()) {
      if (greatCircleKm(from, point) + greatCircleKm(point, to) > limitKm) continue;
      near.add(at);
      const leg = (firstLegs[at] ??= this.#measure(from, point, conditions));
      if ((leg.crossed & closed) === 0) reached.set(at, leg);
    }
    const open = new Set(reached.keys());
    let fastest: Path | undefined;
    for (let next = takeFirst(open, reached); next !== undefined; next = takeFirst(open, reached)) {
      const { at, point, path } = { ...next, point: this.#points[next.at] };
      if (point === undefined || (fastest !== undefined && path.hours >= fastest.hours)) break;
      const last = (lastLegs[at] ??= this.#measure(point, to, conditions));
      if ((last.crossed & closed) === 0) fastest = fasterOf(fastest, join(path, last));
      for (const [other, leg] of conditions.legs[at]?.entries() ?? []) {
        if ((leg.crossed & closed) !== 0 || !near.has(other)) continue;
        const longer = join(path, leg);
        if (longer.hours >= (reached.get(other)?.hours ?? Number.POSITIVE_INFINITY)) continue;
        reached.set(other, longer);
        open.add(other);
      }
    }
    return fastest;
  }

  #conditionsOf(season: Season | null): Conditions {
    const known = this.#conditions.get(season);
    if (known !== undefined) return known;
    const wind = new WindTable(season);
    const legs = this.#points.map((from) => this.#points.map((to) => this.#measure(from, to, { wind })));
    const conditions: Conditions = { wind, legs, departing: new Map(), arriving: new Map() };
    this.#conditions.set(season, conditions);
    return conditions;
  }

  #measure(from: Point, to: Point, { wind }: Pick<Conditions, "wind">): GreatCircleLeg {
    return measureLeg(from, to, { wind, areas: this.#areas });
  }
}

function legsOf(known: Map<Point, GreatCircleLeg[]>, place: Point): GreatCircleLeg[] {
  const legs = known.get(place) ?? [];
  known.set(place, legs);
  return legs;
}

const join = (a: Path, b: Path): Path => ({ km: a.km + b.km, hours: a.hours + b.hours });

const fasterOf = (a: Path | undefined, b: Path): Path => (a !== undefined && a.hours <= b.hours ? a : b);

/** Removes the open point that was reached first. */
function takeFirst(open: Set<number>, reached: ReadonlyMap<number, Path>): { at: number; path: Path } | undefined {
  let first: { at: number; path: Path } | undefined;
  for (const at of open) {
    const path = reached.get(at);
    if (path !== undefined && (first === undefined || path.hours < first.path.hours)) first = { at, path };
  }
  if (first !== undefined) open.delete(first.at);
  return first;
}
