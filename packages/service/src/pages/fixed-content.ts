import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type ContentCoding, negotiateEncoding } from "../http/accept-encoding.ts";
import { varyByEncoding } from "../http/compression.ts";

/** Codings by the size of fixed content, smallest first. */
export const smallestFirst: readonly ContentCoding[] = ["br", "zstd", "gzip"];

/** A window of 1 MiB, because clients allocate all of it. */
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 20 };

/** Levels for content that is compressed once. Brotli's highest level takes three times as long for 2 % fewer bytes. */
const compressors: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  zstd: (body) => promisify(zstdCompress)(body, { params: zstdParams }),
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/**
 * Content that never changes while the process runs. It is rendered at its first request, and compressed once for each coding, in the
 * thread pool.
 */
export class FixedContent {
  readonly #type: string;
  readonly #render: () => string;
  readonly #variants = new Map<ContentCoding, Promise<Buffer>>();
  #body: Buffer | undefined;

  /** @param type value of Content-Type */
  constructor(type: string, render: () => string) {
    this.#type = type;
    this.#render = render;
  }

  /** Sends the content in the smallest coding that the client accepts. */
  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    this.#body ??= Buffer.from(this.#render());
    const encoding = negotiateEncoding(headers["accept-encoding"], smallestFirst);
    varyByEncoding(reply.type(this.#type));
    if (encoding === "identity") return reply.send(this.#body);
    const body = await this.#getVariant(encoding, this.#body);
    return reply.header("content-encoding", encoding).send(body);
  }

  #getVariant(coding: ContentCoding, body: Buffer): Promise<Buffer> {
    const known = this.#variants.get(coding);
    if (known !== undefined) return known;
    const variant = compressors[coding](body);
    this.#variants.set(coding, variant);
    // The next request tries again.
    variant.catch(() => this.#variants.delete(coding));
    return variant;
  }
}
