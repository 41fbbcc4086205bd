/**
 * A frame of an archive. Layout: kind (one byte), length (four bytes, big-endian), body. `J` is a JSON document; `R` is rows, one JSON
 * array of strings and nulls per line; `B` is bytes of a file. A frame holds about a megabyte, which bounds a reader's memory.
 */
export type Frame =
  | { readonly kind: "J"; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: "R"; readonly rows: string }
  | { readonly kind: "B"; readonly bytes: Buffer };

/** Writes the next bytes of an archive; resolves when more can be written. */
export type Write = (bytes: Buffer) => Promise<void>;

/** Thrown for an unreadable archive: damaged, truncated, or of another format. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

const headerBytes = 5;
/** Far more than the largest row; bounds the memory that a damaged length can allocate. */
const maxFrameBytes = 256 * 1024 * 1024;

export function documentFrame(document: Readonly<Record<string, unknown>>): Buffer {
  return frame("J", Buffer.from(JSON.stringify(document)));
}

export function rowsFrame(rows: readonly string[]): Buffer {
  return frame("R", Buffer.from(rows.join("\n")));
}

export function bytesFrame(bytes: Buffer): Buffer {
  return frame("B", bytes);
}

function frame(kind: Frame["kind"], body: Buffer): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write(kind, 0, "latin1");
  header.writeUInt32BE(body.length, 1);
  return Buffer.concat([header, body]);
}

/**
 * Reads the frames of an archive.
 *
 * @throws ArchiveError if it is damaged or ends inside a frame.
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer[] = [];
  let size = 0;
  let wanted = headerBytes;
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size < wanted) continue;
    let bytes = Buffer.concat(pending, size);
    for (;;) {
      wanted = bytes.length < headerBytes ? headerBytes : headerBytes + readLength(bytes);
      if (bytes.length < wanted) break;
      yield parseFrame(bytes.toString("latin1", 0, 1), bytes.subarray(headerBytes, wanted));
      bytes = bytes.subarray(wanted);
    }
    pending = [bytes];
    size = bytes.length;
  }
  if (size > 0) throw new ArchiveError("the archive is truncated: it ends inside a frame");
}

function readLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(1);
  if (length > maxFrameBytes) throw new ArchiveError("the archive is damaged: frame too long");
  return length;
}

function parseFrame(kind: string, body: Buffer): Frame {
  if (kind === "R") return { kind, rows: body.toString("utf8") };
  if (kind === "B") return { kind, bytes: Buffer.from(body) };
  if (kind !== "J") throw new ArchiveError("the archive is damaged: unknown frame kind");
  const document: unknown = JSON.parse(body.toString("utf8"));
  if (!isDocument(document)) throw new ArchiveError("the archive is damaged: document is not an object");
  return { kind, document };
}

function isDocument(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
