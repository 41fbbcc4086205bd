import { minutesPerDay } from "@wayfare/engine";

const formats = new Map<string, Intl.DateTimeFormat>();
const instants = new Map<string, number>();

/** Offset from UTC in minutes that `Intl` knows for a zone at an instant: what the engine's table is checked against. */
export function offsetByIntl(timeZone: string, epochMinutes: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" });
  formats.set(timeZone, format);
  const local = format.format(epochMinutes * 60_000).replace(" ", "T");
  return Date.parse(`${local}Z`) / 60_000 - epochMinutes;
}

/**
 * The instant at which clocks show a local minute, by trying every offset that the zone has around then: the earliest that
 * fits; where none does, the time was skipped, and the clocks from before the change tell it.
 */
export function instantByIntl(timeZone: string, localEpochMinute: number): number {
  const key = `${timeZone} ${localEpochMinute}`;
  const instant = instants.get(key) ?? findInstant(timeZone, localEpochMinute);
  instants.set(key, instant);
  return instant;
}

function findInstant(timeZone: string, localEpochMinute: number): number {
  const around = [-minutesPerDay, -720, 0, 720, minutesPerDay].map((shift) =>
    offsetByIntl(timeZone, localEpochMinute + shift),
  );
  const fits = [...new Set(around)]
    .map((offset) => localEpochMinute - offset)
    .filter((instant) => instant + offsetByIntl(timeZone, instant) === localEpochMinute);
  return fits.length > 0 ? Math.min(...fits) : localEpochMinute - (around[0] ?? 0);
}
