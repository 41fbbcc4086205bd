import type { CompactSearchResponse, ScoredSearchResponse, SearchRequest, SearchResponse } from "../generated/types.ts";
import type { EventStream } from "./open-stream.ts";
import type { CreateOptions } from "./options.ts";
import { isRecord } from "./parse-response.ts";
import type { SearchPart } from "./search-parts.ts";
import type { OpenStream, Send } from "./send.ts";

/** Search request whose response is in the full view. */
export type FullSearchRequest = SearchRequest & { view?: "full" };

/** Search request whose response is in the compact view. */
export type CompactSearchRequest = SearchRequest & { view: "compact" };

type Parts<Response extends SearchResponse | ScoredSearchResponse | CompactSearchResponse> = AsyncGenerator<
  SearchPart<Response>,
  void,
  undefined
>;

/** A search: call it for the whole response, or call `stream` for its parts. */
export interface SearchMethod<Full extends SearchResponse | ScoredSearchResponse> {
  /** Searches flights. Searches with the same `idempotencyKey` are charged once within 15 minutes. */
  (request: CompactSearchRequest, options?: CreateOptions): Promise<CompactSearchResponse>;
  (request: FullSearchRequest, options?: CreateOptions): Promise<Full>;
  (request: SearchRequest, options?: CreateOptions): Promise<Full | CompactSearchResponse>;
  /** Searches flights and iterates over the parts of the response as suppliers answer. */
  readonly stream: StreamMethod<Full>;
}

/**
 * Searches flights and iterates over the parts of the response as suppliers answer. The request is sent when the iteration starts; leaving
 * the iteration aborts it. It is retried only before the first part. `timeoutMs` limits the wait for each part.
 */
interface StreamMethod<Full extends SearchResponse | ScoredSearchResponse> {
  (request: CompactSearchRequest, options?: CreateOptions): Parts<CompactSearchResponse>;
  (request: FullSearchRequest, options?: CreateOptions): Parts<Full>;
  (request: SearchRequest, options?: CreateOptions): Parts<Full | CompactSearchResponse>;
}

type SearchOperation = "searchAndScore" | "searchFlights";

/** Creates the method of a search operation. */
export function makeSearchMethod<Full extends SearchResponse | ScoredSearchResponse>(
  operation: SearchOperation,
  send: Send,
  openStream: OpenStream,
): SearchMethod<Full> {
  const search = (request: SearchRequest, options?: CreateOptions) => send(operation, { body: request }, options);
  const stream = (request: SearchRequest, options?: CreateOptions) =>
    readParts(() => openStream(operation, { body: request }, options));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the operation and the view determine the types
  return Object.assign(search, { stream }) as unknown as SearchMethod<Full>;
}

const partTypes: ReadonlySet<unknown> = new Set(["search", "supply", "flights", "scoreOptions", "done"]);

async function* readParts(open: () => Promise<EventStream>): AsyncGenerator<object, void, undefined> {
  const stream = await open();
  try {
    for await (const part of readObjects(stream)) {
      const { type, problem } = part;
      if (type === "error") throw stream.makeApiError(isRecord(problem) ? problem : {});
      // A newer service may send parts that this client does not know.
      if (partTypes.has(type)) yield part;
      if (type === "done") return;
    }
    throw stream.makeInvalid("The stream of the search ended before its last part.");
  } finally {
    stream.close();
  }
}

async function* readObjects({
  events,
  makeInvalid,
}: EventStream): AsyncGenerator<Record<string, unknown>, void, undefined> {
  for (;;) {
    const result = await events.next().catch((error: unknown) => {
      // The decoder throws TypeError for invalid UTF-8, and the parser RangeError for an event that is too long.
      if (error instanceof TypeError || error instanceof RangeError) throw makeInvalid(error.message);
      throw error;
    });
    if (result.done === true) return;
    yield parsePart(result.value.data, makeInvalid);
  }
}

function parsePart(data: string, makeInvalid: EventStream["makeInvalid"]): Record<string, unknown> {
  try {
    const part: unknown = JSON.parse(data);
    if (isRecord(part)) return part;
  } catch {}
  throw makeInvalid(
    `The stream of the search contains an event of ${data.length} characters that is not a JSON object.`,
  );
}
