import type { SearchAnswer } from "@wayfare/search";
import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateEncoding } from "../http/accept-encoding.ts";
import { callContextOf } from "./call-context.ts";
import { compressStream } from "./compressed-stream.ts";
import type { SearchDeps } from "./deps.ts";
import { type SearchCall, search, streamSearch } from "./search.ts";

/** Sends the response of a search: JSON, compressed if the client accepts it, or server-sent events if the client prefers them. */
export function sendSearch(
  deps: SearchDeps,
  searchCall: SearchCall,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  writeSearch(deps, searchCall, request, reply).catch((error: unknown) => reply.send(error));
}

async function writeSearch(
  deps: SearchDeps,
  searchCall: SearchCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const call = callContextOf(deps, request, reply);
  reply.header("vary", "accept, accept-encoding");
  const accepted = negotiateEncoding(request.headers["accept-encoding"]);
  if (prefersEvents(request.headers.accept)) {
    const events = await streamSearch(deps, searchCall, call);
    // A buffering proxy would delay the first flights.
    reply
      .header("content-type", "text/event-stream; charset=utf-8")
      .header("cache-control", "no-store")
      .header("x-accel-buffering", "no");
    if (accepted === "identity") reply.send(events);
    else reply.header("content-encoding", accepted).send(compressStream(events, accepted));
    return;
  }
  sendBytes(await search(deps, { ...searchCall, coding: accepted }, call), reply);
}

/** Sends JSON in UTF-8 that is compressed with `coding`. */
export function sendBytes({ bytes, coding }: Pick<SearchAnswer, "bytes" | "coding">, reply: FastifyReply): void {
  if (coding !== "identity") reply.header("content-encoding", coding);
  reply
    .header("content-type", "application/json; charset=utf-8")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Returns true if the Accept header names server-sent events and does not prefer JSON. */
function prefersEvents(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/event-stream/i.test(accept)) return false;
  const qualities = new Map(accept.split(",").map(parseRange));
  const events = qualities.get("text/event-stream") ?? 0;
  return events > 0 && events >= (qualities.get("application/json") ?? 0);
}

function parseRange(range: string): [type: string, quality: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith("q="));
  return [type, quality === undefined ? 1 : Number(quality.slice("q=".length)) || 0];
}
