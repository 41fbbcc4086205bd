/** Every value of a header, as sent. Node keeps only the first of headers that must not be repeated, such as Authorization and Host. */
export function headersNamed(name: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}
