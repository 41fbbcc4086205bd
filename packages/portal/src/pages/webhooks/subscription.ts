/** One group of event types, as the form offers it. */
export interface EventGroup {
  /** `booking.*`. */
  pattern: string;
  /** `booking.confirmed`, … */
  types: readonly string[];
}

/** The types by what stands before their point, in the order in which they come. */
export function groupTypes(types: readonly string[]): EventGroup[] {
  const groups = Map.groupBy(types, (type) => `${type.slice(0, type.indexOf("."))}.*`);
  return [...groups].map(([pattern, members]) => ({ pattern, types: members }));
}

/**
 * A set of patterns with one of them turned on or off. `*` covers all and a group covers its types, so that what is covered is left out;
 * a type taken out of a group that was on leaves the others of the group on.
 */
export function togglePattern(chosen: readonly string[], pattern: string, groups: readonly EventGroup[]): string[] {
  if (pattern === "*") return isCovered(chosen, "*") ? [] : ["*"];
  const single = new Set(expand(chosen, groups));
  const meant = groups.find((group) => group.pattern === pattern)?.types ?? [pattern];
  const turnsOn = !meant.every((type) => single.has(type));
  for (const type of meant) {
    if (turnsOn) single.add(type);
    else single.delete(type);
  }
  return contract(single, groups);
}

/** Whether the patterns cover a type, a group or `*`. */
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
