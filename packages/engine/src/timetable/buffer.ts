/**
 * One buffer with named typed arrays and a JSON document: built once, saved, loaded, shared between threads.
 *
 * Layout, little-endian:
 *
 *     0   u32  magic "WFTT"
 *     4   u32  format version
 *     8   u32  bytes of the whole buffer
 *     12  u32  checksum of every 32-bit word from offset 16
 *     16  u32  bytes of the directory
 *     20       directory: JSON {document, sections: {name: {type, offset, length}}}, UTF-8
 *     …        sections, each at a multiple of 8
 */

const arrayTypes = { Uint8Array, Uint16Array, Int16Array, Uint32Array, Int32Array, Float64Array } as const;

type ArrayType = keyof typeof arrayTypes;
export type Column = Uint8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float64Array;
export type Columns = Record<string, Column>;

interface Section {
  type: ArrayType;
  offset: number;
  length: number;
}

interface Directory {
  document: unknown;
  sections: Record<string, Section>;
}

const magic = 0x54544657;
export const formatVersion = 4;
const headerBytes = 20;
const checkedFrom = 16;

/** The buffer is not a snapshot of this format, or is damaged. The message names the reason, for operators. */
export class InvalidSnapshot extends Error {
  override readonly name = "InvalidSnapshot";
}

/** Packs columns and a document into one shared buffer. */
export function packColumns(document: unknown, columns: Columns): SharedArrayBuffer {
  const sections: Record<string, Section> = {};
  let offset = 0;
  for (const [name, column] of Object.entries(columns)) {
    sections[name] = { type: typeNameOf(column), offset, length: column.length };
    offset = align8(offset + column.byteLength);
  }
  const directory = new TextEncoder().encode(JSON.stringify({ document, sections } satisfies Directory));
  const start = align8(headerBytes + directory.length);
  const buffer = new SharedArrayBuffer(start + offset);
  new Uint8Array(buffer).set(directory, headerBytes);
  for (const [name, column] of Object.entries(columns)) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    new Uint8Array(buffer).set(bytes, start + (sections[name]?.offset ?? 0));
  }
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  header[0] = magic;
  header[1] = formatVersion;
  header[2] = buffer.byteLength;
  header[4] = directory.length;
  header[3] = checksumOf(buffer);
  return buffer;
}

/**
 * Opens a packed buffer as views on it; nothing is copied.
 *
 * @param isChecked true if another thread of the process has opened the buffer, so that its checksum need not be computed again
 * @throws InvalidSnapshot if the buffer is not a snapshot, has another version, or is truncated or damaged.
 */
export function openColumns(
  buffer: SharedArrayBuffer,
  { isChecked = false }: { isChecked?: boolean } = {},
): { document: unknown; columns: Columns } {
  if (buffer.byteLength < headerBytes || buffer.byteLength % 8 !== 0) {
    throw new InvalidSnapshot("not a snapshot: too short or truncated");
  }
  const header = new Uint32Array(buffer, 0, headerBytes / 4);
  if (header[0] !== magic) throw new InvalidSnapshot("not a snapshot: wrong magic number");
  if (header[1] !== formatVersion) {
    throw new InvalidSnapshot(`snapshot has format ${header[1]}, but this version reads format ${formatVersion}`);
  }
  if (header[2] !== buffer.byteLength) {
    throw new InvalidSnapshot(`snapshot has ${buffer.byteLength} bytes, expected ${header[2]}`);
  }
  if (!isChecked && header[3] !== checksumOf(buffer)) throw new InvalidSnapshot("snapshot is damaged: wrong checksum");
  const directoryBytes = header[4] ?? 0;
  const text = new TextDecoder().decode(new Uint8Array(buffer, headerBytes, directoryBytes).slice());
  const directory: Directory = JSON.parse(text);
  const start = align8(headerBytes + directoryBytes);
  const columns: Columns = {};
  for (const [name, { type, offset, length }] of Object.entries(directory.sections)) {
    columns[name] = viewOf(type, buffer, start + offset, length);
  }
  return { document: directory.document, columns };
}

function viewOf(type: ArrayType, buffer: SharedArrayBuffer, offset: number, length: number): Column {
  const View: new (buffer: ArrayBufferLike, offset: number, length: number) => Column = arrayTypes[type];
  return new View(buffer, offset, length);
}

function align8(bytes: number): number {
  return (bytes + 7) & ~7;
}

function typeNameOf(column: Column): ArrayType {
  for (const name of Object.keys(arrayTypes) as ArrayType[]) {
    if (column instanceof arrayTypes[name]) return name;
  }
  throw new TypeError("column must be a typed array");
}

/** FNV-1a over 32-bit words: 1 GB/s in plain JavaScript, enough to detect a truncated or corrupted file. */
function checksumOf(buffer: SharedArrayBuffer): number {
  const words = new Uint32Array(buffer, checkedFrom);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  return hash >>> 0;
}
