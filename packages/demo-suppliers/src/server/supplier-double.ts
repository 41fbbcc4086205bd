import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** A request as the double received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  text: string;
  body: unknown;
}

export interface DoubleAnswer {
  status?: number;
  headers?: Record<string, string>;
  contentType?: string;
  body: string;
  /** Misbehavior for this response alone. */
  misbehavior?: Misbehavior;
  /** Fault of a request that the supplier refuses with this documented error. */
  fault?: string;
}

/** Ways in which a double misbehaves. */
export type Misbehavior =
  /** Accepts the request and never responds. */
  | { kind: "hang" }
  /** Closes the connection in the middle of its response. */
  | { kind: "reset" }
  /** Sends its response one byte in so many milliseconds. */
  | { kind: "drip"; everyMs: number }
  /** Sends its regular response after so many milliseconds. */
  | { kind: "late"; afterMs: number }
  /** Sends its regular response once this is settled. */
  | { kind: "held"; until: Promise<unknown> }
  /** Sends this response. */
  | { kind: "answer"; answer: DoubleAnswer };

/**
 * Answers requests in one supplier's format. A text is the fault of a request for which the supplier documents no answer; the double
 * answers 400.
 */
export type Responder = (request: ReceivedRequest) => DoubleAnswer | string;

/** A server on loopback that speaks the format of a supplier, checks what it receives and misbehaves on demand. */
export class SupplierDouble {
  /** Requests in order of arrival. */
  readonly requests: ReceivedRequest[] = [];
  /** Faults of requests, such as an unknown member. */
  readonly faults: string[] = [];
  /** Applies to all following requests; regular responses if null. */
  misbehavior: Misbehavior | null = null;
  readonly #server: Server;
  readonly #respond: Responder;
  readonly #timers = new Set<NodeJS.Timeout>();
  #port = 0;

  private constructor(respond: Responder) {
    this.#respond = respond;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(respond: Responder): Promise<SupplierDouble> {
    const double = new SupplierDouble(respond);
    double.#server.listen(0, "127.0.0.1");
    await once(double.#server, "listening");
    const address = double.#server.address();
    if (address === null || typeof address === "string") throw new Error("the double has no port");
    double.#port = address.port;
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Lets the process end although the server listens. */
  unref(): void {
    this.#server.unref();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    incoming.on("error", () => {});
    response.on("error", () => {});
    for await (const chunk of incoming) chunks.push(chunk);
    const { pathname, searchParams } = new URL(incoming.url ?? "/", this.url);
    const text = Buffer.concat(chunks).toString();
    const request = {
      method: incoming.method ?? "",
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      text,
      body: parseJson(text),
    };
    this.requests.push(request);
    const answer = this.#respond(request);
    const fault = typeof answer === "string" ? answer : answer.fault;
    if (fault !== undefined) this.faults.push(fault);
    const regular = typeof answer === "string" ? { status: 400, body: JSON.stringify({ fault: answer }) } : answer;
    this.#send(response, regular, incoming.headers["accept-encoding"] === "gzip");
  }

  #send(response: ServerResponse, regular: DoubleAnswer, acceptsGzip: boolean): void {
    const misbehavior = regular.misbehavior ?? this.misbehavior;
    switch (misbehavior?.kind) {
      case "hang":
        return;
      case "reset":
        response.writeHead(200, { "content-type": "application/json", "content-length": 1000 }).write("{");
        setImmediate(() => response.destroy());
        return;
      case "drip":
        this.#drip(response, regular, misbehavior.everyMs);
        return;
      case "late":
        this.#timers.add(setTimeout(() => write(response, regular, acceptsGzip), misbehavior.afterMs));
        return;
      case "held": {
        const send = () => write(response, regular, acceptsGzip);
        misbehavior.until.then(send, send);
        return;
      }
      case "answer":
        write(response, misbehavior.answer, acceptsGzip);
        return;
      default:
        write(response, regular, acceptsGzip);
    }
  }

  #drip(response: ServerResponse, { status = 200, body }: DoubleAnswer, everyMs: number): void {
    response.writeHead(status, { "content-type": "application/json" });
    let at = 0;
    const timer = setInterval(() => {
      if (response.destroyed || at >= body.length) clearInterval(timer);
      else response.write(body[at++]);
    }, everyMs);
    this.#timers.add(timer);
  }
}

function write(response: ServerResponse, answer: DoubleAnswer, acceptsGzip: boolean): void {
  if (response.destroyed) return;
  const { status = 200, headers = {}, contentType = "application/json", body } = answer;
  const bytes = acceptsGzip ? gzipSync(body, { level: 1 }) : Buffer.from(body);
  const encoding = acceptsGzip ? { "content-encoding": "gzip" } : {};
  response.writeHead(status, { "content-type": contentType, ...encoding, ...headers }).end(bytes);
}

/** Returns undefined for a text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the value as an object, to read what a request contains. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Returns the fault of an object with members that are not allowed; undefined if there is none. */
export function findUnknown(value: unknown, allowed: readonly string[]): string | undefined {
  const unknown = Object.keys(membersOf(value)).find((name) => !allowed.includes(name));
  return unknown === undefined ? undefined : `unknown member ${unknown}`;
}
