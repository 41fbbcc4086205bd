type QueryValue = string | number | boolean | undefined;

/**
 * Fills in a path of the API and adds its query.
 *
 * @throws TypeError for a part of the path that would lead elsewhere
 */
export function writeAddress(
  template: string,
  path: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => writeSegment(name, path[name]));
  const search = Object.entries(query)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join("&");
  return search === "" ? filled : `${filled}?${search}`;
}

/** An empty one would be the list, and dots would be the path above. */
function writeSegment(name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${name} is ${JSON.stringify(value)}, which names nothing`);
}
