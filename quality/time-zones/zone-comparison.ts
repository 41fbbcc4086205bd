import type { TimeZones } from "@wayfare/engine";

/** Zone of an airport by its code, as one source has it. */
export interface StatedZone {
  airport: string;
  zone: string;
}

/** A difference from a source whose reason is known. */
export interface KnownDifference extends StatedZone {
  source: string;
  reason: string;
}

/** An airport whose clocks differ between this project and a source. */
interface ZoneDifference extends StatedZone {
  source: string;
  ours: string;
}

/** Result of a comparison with one source. */
export interface ZoneComparison {
  source: string;
  compared: number;
  explained: ZoneDifference[];
  unexplained: ZoneDifference[];
  /** Known differences that are none any more. */
  outdated: KnownDifference[];
}

/** Period of a comparison, in epoch minutes. */
export interface Period {
  from: number;
  to: number;
}

/** Compares the zones of airports with those of a source. Zones with the same offsets in the period are equal. */
export function compareZones(
  ours: ReadonlyMap<string, string>,
  stated: { source: string; zones: readonly StatedZone[] },
  { timeZones, period, known }: { timeZones: TimeZones; period: Period; known: readonly KnownDifference[] },
): ZoneComparison {
  const { source } = stated;
  const differences = stated.zones.flatMap(({ airport, zone }): ZoneDifference[] => {
    const own = ours.get(airport);
    if (own === undefined || clockIn(timeZones, own, period) === clockIn(timeZones, zone, period)) return [];
    return [{ airport, zone, source, ours: own }];
  });
  const explains = (each: KnownDifference, { airport, zone }: StatedZone) =>
    each.source === source && each.airport === airport && each.zone === zone;
  const isKnown = (difference: ZoneDifference) => known.some((each) => explains(each, difference));
  return {
    source,
    compared: stated.zones.filter(({ airport }) => ours.has(airport)).length,
    explained: differences.filter(isKnown),
    unexplained: differences.filter((difference) => !isKnown(difference)),
    outdated: known.filter((each) => each.source === source && !differences.some((found) => explains(each, found))),
  };
}

/** Offset at the start of the period and all changes in it, as text; the name itself if the zone is unknown. */
function clockIn({ clocks }: TimeZones, zone: string, { from, to }: Period): string {
  const clock = clocks.get(zone);
  if (clock === undefined) return zone;
  let first = 0;
  const changes: string[] = [];
  for (const [at, start] of clock.starts.entries()) {
    const offset = clock.offsets[at] ?? 0;
    if (start <= from) first = offset;
    else if (start < to) changes.push(`${start} ${offset}`);
  }
  return [first, ...changes].join();
}
