import { Pacer } from "./pacer.ts";

/** A JSON document without the elements of one of its arrays, and these as bytes. */
export interface SplitDocument {
  /** The document with an empty array in place of the array; unchanged if it has no such array. */
  envelope: unknown;
  /** Parts of the body, each with the JSON of one element. They are not parsed and may be invalid. */
  elements: readonly Buffer[];
  /** Frees the memory of the elements, which must not be read afterward. Garbage collection would free it much later. */
  release: () => void;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Splits a large JSON document at the elements of an array, so that these can be parsed one at a time: `JSON.parse` of some megabytes would
 * block the thread, and needs several times the memory.
 *
 * @param path names of the members that lead to the array, from the root
 * @throws SyntaxError if the document is not JSON apart from the elements
 */
export async function splitJson(body: Buffer, path: readonly string[]): Promise<SplitDocument> {
  const start = findArray(body, skipSpace(body, 0), path);
  if (start === undefined) return { envelope: JSON.parse(body.toString()), elements: [], release: () => {} };
  const elements: Buffer[] = [];
  const pacer = new Pacer();
  let at = skipSpace(body, start + 1);
  while (body[at] !== closeArray || elements.length > 0) {
    const end = endOfValue(body, at);
    elements.push(body.subarray(at, end));
    at = skipSpace(body, end);
    if (body[at] === closeArray) break;
    if (body[at] !== comma) throw new SyntaxError("an element of the array has no end");
    at = skipSpace(body, at + 1);
    if (pacer.isDue) await pacer.pause();
  }
  const envelope: unknown = JSON.parse(`${body.toString("utf8", 0, start)}[]${body.toString("utf8", at + 1)}`);
  return { envelope, elements, release: () => releaseBody(body) };
}

/** A small body is a part of a shared pool of buffers, which stays. */
function releaseBody({ buffer, byteLength }: Buffer): void {
  const isOwn = byteLength > Buffer.poolSize && buffer.byteLength < 2 * byteLength;
  if (buffer instanceof ArrayBuffer && isOwn && !buffer.detached) buffer.transfer(0);
}

/** Returns the position of an array in a value; undefined if the value has none at the path. */
function findArray(body: Buffer, from: number, [name, ...path]: readonly string[]): number | undefined {
  if (name === undefined) return body[from] === openArray ? from : undefined;
  if (body[from] !== openObject) return undefined;
  let at = from;
  do {
    at = skipSpace(body, at + 1);
    if (body[at] !== quote) return undefined;
    const end = endOfString(body, at);
    const key = body.toString("utf8", at + 1, end - 1);
    at = skipSpace(body, end);
    if (body[at] !== colon) return undefined;
    at = skipSpace(body, at + 1);
    if (key === name) return findArray(body, at, path);
    at = skipSpace(body, endOfValue(body, at));
  } while (body[at] === comma);
  return undefined;
}

/** Returns the position after a value. Checks only its end. */
function endOfValue(body: Buffer, from: number): number {
  if (body[from] === quote) return endOfString(body, from);
  let depth = 0;
  for (let at = from; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) at = endOfString(body, at) - 1;
    else if (byte === openObject || byte === openArray) depth++;
    else if (byte === closeObject || byte === closeArray) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === comma && depth === 0) return at;
  }
  throw new SyntaxError("a value has no end");
}

/** @param from position of the opening quote @returns the position after the closing one */
function endOfString(body: Buffer, from: number): number {
  for (let at = from + 1; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) return at + 1;
    if (byte === backslash) at++;
  }
  throw new SyntaxError("a string has no end");
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  for (let byte = body[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = body[at]) at++;
  return at;
}
