type QueryValue = string | number | boolean | undefined;

/**
 * Fills in the path parameters of an operation and appends the query.
 *
 * @throws TypeError if a path parameter is missing, empty or dots, which would change the path.
 */
export function buildUrl(
  template: string,
  path: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, path[name]));
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
  return search === "" ? filled : `${filled}?${search}`;
}

/** Rejects an empty segment, which would request the list, and dots, which would request the parent path. */
function encodeSegment(name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`Invalid ${name}: ${JSON.stringify(value)}`);
}
