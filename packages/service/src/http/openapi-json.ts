export interface JsonObject {
  [name: string]: unknown;
}

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, else an empty object. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** Returns the members of an object that are objects; empty if the value is not an object. */
export function recordsOf(value: unknown): [string, JsonObject][] {
  return Object.entries(recordOf(value)).flatMap(([name, each]) => (isRecord(each) ? [[name, each]] : []));
}
