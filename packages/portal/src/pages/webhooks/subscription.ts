/** Group of event types. */
export interface EventGroup {
  /** Pattern such as `booking.*`. */
  pattern: string;
  /** Event types such as `booking.confirmed`. */
  types: readonly string[];
}

/** Groups event types by their prefix before the period, in order. */
export function groupTypes(types: readonly string[]): EventGroup[] {
  const groups = Map.groupBy(types, (type) => `${type.slice(0, type.indexOf("."))}.*`);
  return [...groups].map(([pattern, members]) => ({ pattern, types: members }));
}

/**
 * Toggles a pattern in a set of patterns. Removes patterns that are covered by `*` or a group. If a type is removed from a selected group,
 * the other types of the group stay selected.
 */
export function togglePattern(chosen: readonly string[], pattern: string, groups: readonly EventGroup[]): string[] {
  if (pattern === "*") return isCovered(chosen, "*") ? [] : ["*"];
  const single = new Set(expand(chosen, groups));
  const affected = groups.find((group) => group.pattern === pattern)?.types ?? [pattern];
  const turnsOn = !affected.every((type) => single.has(type));
  for (const type of affected) {
    if (turnsOn) single.add(type);
    else single.delete(type);
  }
  return contract(single, groups);
}

/** Returns true if the patterns cover a type, a group or `*`. */
export function isCovered(chosen: readonly string[], pattern: string): boolean {
  const group = pattern.endsWith(".*") ? pattern : `${pattern.slice(0, pattern.indexOf("."))}.*`;
  return chosen.includes("*") || (pattern !== "*" && (chosen.includes(group) || chosen.includes(pattern)));
}

function expand(chosen: readonly string[], groups: readonly EventGroup[]): string[] {
  return groups.flatMap(({ types }) => types.filter((type) => isCovered(chosen, type)));
}

function contract(single: ReadonlySet<string>, groups: readonly EventGroup[]): string[] {
  return groups.flatMap(({ pattern, types }) => {
    const on = types.filter((type) => single.has(type));
    return on.length === types.length && types.length > 1 ? [pattern] : on;
  });
}
