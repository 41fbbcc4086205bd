import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";

/** Content encodings that are requested, besides `identity`. */
export type Encoding = "zstd" | "br" | "gzip";

export const encodings: readonly Encoding[] = ["zstd", "br", "gzip"];

const decompress = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

/** A response outside a timed load. */
export interface Answer {
  status: number;
  type: string;
  /** Content encoding of the response; undefined if it is not compressed. */
  encoding: string | undefined;
  /** Size of the body as sent, in bytes. */
  bytes: number;
  /** The body, decompressed. */
  text: string;
}

/** Posts a JSON body and reads the whole response. (`fetch` hides compressed sizes.) */
export function post(url: string, body: string, headers: Record<string, string>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(url, { method: "POST", headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.once("error", reject);
    response.once("end", () => {
      const content = Buffer.concat(chunks);
      const encoding = response.headers["content-encoding"];
      const used = encodings.find((each) => each === encoding);
      const text = (used === undefined ? content : decompress[used](content)).toString();
      const { statusCode: status = 0, headers: received } = response;
      resolve({ status, type: received["content-type"] ?? "", encoding, bytes: content.length, text });
    });
  });
  sent.once("error", reject);
  sent.end(body);
  return promise;
}

export function headersOf(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}
