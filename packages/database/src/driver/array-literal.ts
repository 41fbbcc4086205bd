/** Nested arrays; null for a NULL element. */
export type Nested<T> = T | null | readonly Nested<T>[];

/** Formats an array in PostgreSQL's text form. Every element is quoted, so that empty strings, "NULL", commas and braces are preserved. */
export function formatArray(elements: readonly Nested<string>[]): string {
  return `{${elements.map((element) => formatElement(element)).join(",")}}`;
}

function formatElement(element: Nested<string>): string {
  if (element === null) return "NULL";
  if (typeof element === "string") return quote(element);
  return formatArray(element);
}

/** Checks before it replaces: batches hold thousands of ids, and a replacement without a match costs twice as much as the check. */
function quote(element: string): string {
  const isPlain = !element.includes('"') && !element.includes("\\");
  return `"${isPlain ? element : element.replaceAll(/[\\"]/g, "\\$&")}"`;
}

/**
 * Parses PostgreSQL's text form of an array (`{a,"b c",NULL,{…}}`). Bounds (`[0:1]={…}`) are dropped. Source: PostgreSQL documentation,
 * 8.15.6 "Array Input and Output Syntax".
 *
 * @throws Error for any other text.
 */
export function parseArray<T>(text: string, parseElement: (text: string) => T): Nested<T>[] {
  const start = text.indexOf("{");
  const cursor = { text, at: start };
  if (start !== 0 && !/^(\[-?\d+:-?\d+\])+=\{/.test(text)) throw malformed(text);
  const elements = readArray(cursor, parseElement);
  if (cursor.at !== text.length) throw malformed(text);
  return elements;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function readArray<T>(cursor: Cursor, parseElement: (text: string) => T): Nested<T>[] {
  const elements: Nested<T>[] = [];
  cursor.at += 1;
  if (cursor.text[cursor.at] === "}") {
    cursor.at += 1;
    return elements;
  }
  for (;;) {
    elements.push(readElement(cursor, parseElement));
    const delimiter = cursor.text[cursor.at];
    cursor.at += 1;
    if (delimiter === "}") return elements;
    if (delimiter !== ",") throw malformed(cursor.text);
  }
}

function readElement<T>(cursor: Cursor, parseElement: (text: string) => T): Nested<T> {
  const first = cursor.text[cursor.at];
  if (first === "{") return readArray(cursor, parseElement);
  if (first === '"') return parseElement(readQuoted(cursor));
  const start = cursor.at;
  while (cursor.at < cursor.text.length && !",}".includes(cursor.text.charAt(cursor.at))) cursor.at += 1;
  const bare = cursor.text.slice(start, cursor.at);
  return bare === "NULL" ? null : parseElement(bare);
}

function readQuoted(cursor: Cursor): string {
  const quoted = /"((?:[^"\\]|\\.)*)"/sy;
  quoted.lastIndex = cursor.at;
  const body = quoted.exec(cursor.text)?.[1];
  if (body === undefined) throw malformed(cursor.text);
  cursor.at = quoted.lastIndex;
  return body.replaceAll(/\\(.)/gs, "$1");
}

function malformed(text: string): Error {
  return new Error(`invalid PostgreSQL array: ${text.slice(0, 80)}`);
}
