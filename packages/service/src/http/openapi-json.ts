export interface JsonObject {
  [name: string]: unknown;
}

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty object. */
export function recordOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The objects of an object, by name; empty if it is none. */
export function recordsOf(value: unknown): [string, JsonObject][] {
  return Object.entries(recordOf(value)).flatMap(([name, each]) => (isRecord(each) ? [[name, each]] : []));
}
