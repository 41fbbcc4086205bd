/** Returns all values of a header. Node keeps only the first value of headers such as Authorization and Host. */
export function headersNamed(name: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}
