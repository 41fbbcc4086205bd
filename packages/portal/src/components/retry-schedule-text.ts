const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats a number of seconds with up to two units: `2 h 36 min`. Whole days below three are hours, as in `24 h`. */
export function formatSeconds(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of units) {
    const count = unit === "d" && seconds < 3 * size ? 0 : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`);
  }
  return parts.length === 0 ? "0 s" : parts.join(" ");
}

/** Joins texts: `1 min, 5 min and 24 h`. */
export function joinTexts(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} and ${last}`;
}
