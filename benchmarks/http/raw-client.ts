import { Agent, request } from "node:http";

/** Response as received: compressed bytes are not decompressed. */
export interface RawResponse {
  status: number;
  body: Buffer;
  coding: string;
}

export interface RawRequest {
  path: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Called with each chunk of the body. */
  onChunk?: (chunk: Buffer) => void;
}

/** HTTP client with a fixed number of connections and little overhead, for load from the same machine. */
export class RawClient {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  post({ path, body, headers, onChunk = () => {} }: RawRequest): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const sent = request(this.#url + path, { agent: this.#agent, method: "POST", headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => {
          onChunk(chunk);
          chunks.push(chunk);
        });
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks),
            coding: response.headers["content-encoding"] ?? "identity",
          }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
