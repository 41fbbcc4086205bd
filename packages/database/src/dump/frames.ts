/**
 * Frames of an archive: a kind (one byte), a length (four bytes, big-endian) and that many bytes. `J` holds a JSON document, `R` rows, one
 * JSON array of texts and nulls a line, and `B` bytes of a file. A frame holds about a megabyte, so a reader needs no more memory.
 */
export type Frame =
  | { readonly kind: "J"; readonly document: Readonly<Record<string, unknown>> }
  | { readonly kind: "R"; readonly rows: string }
  | { readonly kind: "B"; readonly bytes: Buffer };

/** Takes the next bytes of an archive; settles when more may follow. */
export type Write = (bytes: Buffer) => Promise<void>;

/** An archive that cannot be read: damaged, cut off, or of another format. */
export class ArchiveError extends Error {
  override name = "ArchiveError";
}

const headerBytes = 5;
/** Far more than a row can take; a damaged length must not take all memory. */
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

/** The frames of an archive. Throws an `ArchiveError` where it ends inside of one. */
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
  if (size > 0) throw new ArchiveError("the archive ends in the middle of a frame");
}

function readLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(1);
  if (length > maxFrameBytes) throw new ArchiveError("the archive is damaged: a frame is too long");
  return length;
}

function parseFrame(kind: string, body: Buffer): Frame {
  if (kind === "R") return { kind, rows: body.toString("utf8") };
  if (kind === "B") return { kind, bytes: Buffer.from(body) };
  if (kind !== "J") throw new ArchiveError("the archive is damaged: a frame of an unknown kind");
  const document: unknown = JSON.parse(body.toString("utf8"));
  if (!isDocument(document)) throw new ArchiveError("the archive is damaged: a document is not an object");
  return { kind, document };
}

function isDocument(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
