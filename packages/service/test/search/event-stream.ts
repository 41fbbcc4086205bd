import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
} from "node:http";
import type { SearchStreamPart } from "@wayfare/contract";
import type { RunningApp } from "../running-app.ts";
import { goodSearch } from "../running-app.ts";

export interface SearchOptions {
  path?: string;
  key?: string;
  body?: object;
  headers?: OutgoingHttpHeaders;
}

/** Sends a search with node:http, which decodes nothing, and returns the response with an unread body. */
export async function sendSearch(
  app: Pick<RunningApp, "url" | "key">,
  { path = "/v1/search", key = app.key, body = goodSearch, headers = {} }: SearchOptions = {},
): Promise<IncomingMessage> {
  const request = sendRequest(app.url + path, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
  });
  // The test disconnects with `destroy`.
  request.on("error", () => {});
  request.end(JSON.stringify(body));
  const [response] = await once(request, "response");
  return response;
}

/** Sends a search and returns the body as it is on the wire. */
export async function readSearch(app: Pick<RunningApp, "url" | "key">, options?: SearchOptions) {
  const response = await sendSearch(app, options);
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode, headers: response.headers, body };
}

/** A search stream, read one event after the other. */
export interface EventStream {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  /** Events that have been read. */
  parts: SearchStreamPart[];
  /** Reads until an event of a type, and returns it. Throws if the stream ends before. */
  readUntil<Type extends SearchStreamPart["type"]>(type: Type): Promise<Extract<SearchStreamPart, { type: Type }>>;
  /** Reads the other events, and returns all of them. */
  readAll(): Promise<SearchStreamPart[]>;
  disconnect(): void;
}

/** Starts a search whose response is a stream of events. */
export async function openEvents(app: RunningApp, options: SearchOptions = {}): Promise<EventStream> {
  const headers = { accept: "text/event-stream", ...options.headers };
  const response = await sendSearch(app, { ...options, headers });
  const parts: SearchStreamPart[] = [];
  const events = readEvents(response);
  const readNext = async (): Promise<SearchStreamPart | undefined> => {
    const { value } = await events.next();
    if (value !== undefined) parts.push(value);
    return value;
  };
  return {
    status: response.statusCode,
    headers: response.headers,
    parts,
    async readUntil(type) {
      for (let part = await readNext(); part !== undefined; part = await readNext())
        if (isOfType(part, type)) return part;
      throw new Error(`the stream ended before ${type}`);
    },
    async readAll() {
      while ((await readNext()) !== undefined);
      return parts;
    },
    disconnect: () => response.destroy(),
  };
}

function isOfType<Type extends SearchStreamPart["type"]>(
  part: SearchStreamPart,
  type: Type,
): part is Extract<SearchStreamPart, { type: Type }> {
  return part.type === type;
}

/** Parses the events of a response strictly: a name, one line of data, and an empty line. */
async function* readEvents(response: IncomingMessage): AsyncGenerator<SearchStreamPart, undefined> {
  let pending = "";
  response.setEncoding("utf8");
  for await (const chunk of response) {
    const events = (pending + String(chunk)).split("\n\n");
    pending = events.pop() ?? "";
    for (const event of events) yield parseEvent(event);
  }
  if (pending !== "") throw new Error(`the stream ended within an event: ${pending}`);
  return undefined;
}

function parseEvent(event: string): SearchStreamPart {
  const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [];
  const part: SearchStreamPart = JSON.parse(data);
  if (part.type !== name) throw new Error(`event ${name} has data of type ${part.type}`);
  return part;
}

/** Builds the plain response from the events of a stream, as a client does. */
export function assemble(parts: readonly SearchStreamPart[]): object {
  const flights = new Map<string, object>();
  let header = {};
  let footer = {};
  let scores = {};
  let ids: readonly string[] = [];
  for (const part of parts) {
    if (part.type === "search") {
      const { type: _, ...members } = part;
      header = members;
    }
    if (part.type === "flights") for (const flight of part.flights) flights.set(flight.id, flight);
    if (part.type === "scoreOptions") scores = { scoreOptions: part.scoreOptions };
    if (part.type === "done") {
      ids = part.flightIds;
      const { dictionaries, supply, simulated, warnings } = part;
      footer = { ...(dictionaries === undefined ? {} : { dictionaries }), supply, simulated, warnings };
    }
  }
  const kept = ids.map((id) => flights.get(id));
  return { ...header, flights: kept, ...footer, ...scores };
}

/** Replaces the members of a response that differ between two runs: ids of the search and durations. */
export function withoutRun(text: string): string {
  return text.replaceAll(/(srch|off)_[0-9a-z]{26}/g, "$1").replaceAll(/"tookMs":\d+/g, '"tookMs":0');
}
