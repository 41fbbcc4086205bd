const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Pattern of a duration in a setting: a whole number and a unit, such as `90s`, `5m`, `2h` or `1d`. */
export const durationPattern = "^[1-9][0-9]{0,6}[smhd]$";

/** Returns a duration in milliseconds. @throws Error if the text does not match `durationPattern` */
export function parseDurationMs(text: string): number {
  const [, count, unit] = /^([1-9][0-9]{0,6})([smhd])$/.exec(text) ?? [];
  if (unit !== "s" && unit !== "m" && unit !== "h" && unit !== "d") throw new Error(`invalid duration ${text}`);
  return Number(count) * unitMs[unit];
}
