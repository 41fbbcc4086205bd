/**
 * A stream encrypted with a passphrase. Changes and truncation are detected.
 *
 * The header is "WFBACKUP", a version byte (1), the base-2 logarithm of scrypt's N, its r and its p (one byte each), and 16 bytes of salt.
 * The key is scrypt(passphrase, salt), 32 bytes. Then follow chunks of 65,536 bytes, the last one of 0 to 65,536, each encrypted with
 * AES-256-GCM and followed by its 16-byte tag. The nonce of a chunk is its number from 0, 11 bytes big-endian, and one byte that is 1 for
 * the last chunk and 0 for all others. The header is authenticated with every chunk.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";

/** A sealed stream cannot be decrypted. */
export class SealError extends Error {
  override name = "SealError";
}

const magic = Buffer.from("WFBACKUP");
const version = 1;
const saltBytes = 16;
const headerBytes = magic.length + 4 + saltBytes;
const chunkBytes = 65_536;
const tagBytes = 16;
const cipherName = "aes-256-gcm";
/** N = 2^17, r = 8, p = 1: 128 MB and half a second. */
const cost = { logN: 17, r: 8, p: 1 };
/** Upper bound, because the header is not authenticated yet when its costs are read. */
const maxLogN = 20;

const deriveKey = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * Encrypts a stream.
 *
 * @param logN base-2 logarithm of scrypt's N; tests of the format use a lower value
 */
export async function* seal(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  logN: number = cost.logN,
): AsyncGenerator<Buffer> {
  const costs = Buffer.from([version, logN, cost.r, cost.p]);
  const header = Buffer.concat([magic, costs, randomBytes(saltBytes)]);
  const key = await keyOf(header, passphrase);
  yield header;
  let number = 0;
  for await (const { chunk, isLast } of chunksOf(source, chunkBytes)) {
    const cipher = createCipheriv(cipherName, key, nonceOf(number, isLast), { authTagLength: tagBytes }).setAAD(header);
    number++;
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts a sealed stream. All chunks are authenticated; the generator ends without an error only at the end of the sealed stream.
 *
 * @throws SealError if it is not a sealed stream, the passphrase is wrong, or it was changed or truncated.
 */
export async function* unseal(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const { header, rest } = await readHeader(source);
  const key = await keyOf(header, passphrase);
  let number = 0;
  for await (const { chunk, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    yield openChunk(key, header, { chunk, number, isLast });
    number++;
  }
}

function openChunk(
  key: Buffer,
  header: Buffer,
  { chunk, number, isLast }: { chunk: Buffer; number: number; isLast: boolean },
): Buffer {
  try {
    const decipher = createDecipheriv(cipherName, key, nonceOf(number, isLast), { authTagLength: tagBytes })
      .setAAD(header)
      .setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    throw new SealError(
      number === 0
        ? "The backup cannot be decrypted: wrong passphrase or damaged file."
        : "The backup is damaged or truncated.",
    );
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

async function keyOf(header: Buffer, passphrase: string): Promise<Buffer> {
  const [, logN = 0, r = 0, p = 0] = header.subarray(magic.length);
  const N = 2 ** logN;
  // Normalized, so that every Unicode form of a text is the same passphrase.
  return deriveKey(passphrase.normalize("NFKC"), header.subarray(-saltBytes), 32, { N, r, p, maxmem: 256 * N * r });
}

async function readHeader(source: AsyncIterable<Buffer>): Promise<{ header: Buffer; rest: AsyncIterable<Buffer> }> {
  const iterator = source[Symbol.asyncIterator]();
  let bytes: Buffer = Buffer.alloc(0);
  while (bytes.length < headerBytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    bytes = Buffer.concat([bytes, next.value]);
  }
  const header = bytes.subarray(0, headerBytes);
  if (header.length < headerBytes || !header.subarray(0, magic.length).equals(magic)) {
    throw new SealError("The file is not a Wayfare backup.");
  }
  const [found, logN = 0, r = 0, p = 0] = header.subarray(magic.length);
  if (found !== version) throw new SealError("Unknown backup format version. Use a newer version of Wayfare.");
  if (logN < 10 || logN > maxLogN || r < 1 || r > 32 || p < 1 || p > 16) throw new SealError("The backup is damaged.");
  return { header, rest: rejoin(bytes.subarray(headerBytes), iterator) };
}

async function* rejoin(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** Splits a stream into chunks of one size. The last chunk may be shorter, and is empty if the stream is. */
async function* chunksOf(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    // Keeps a full chunk until more data follows, because it may be the last.
    let from = 0;
    for (; pending.length - from > size; from += size) {
      yield { chunk: pending.subarray(from, from + size), isLast: false };
    }
    pending = pending.subarray(from);
  }
  yield { chunk: pending, isLast: true };
}
