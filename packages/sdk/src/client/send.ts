import { writeAddress } from "./address.ts";
import { readAnswer } from "./answer.ts";
import { sleep } from "./clock.ts";
import { exchange, type Prepared } from "./exchange.ts";
import { makeIdempotencyKey } from "./idempotency-key.ts";
import type { OperationEntry } from "./operation-entry.ts";
import { type AnswerOf, type OperationId, type Operations, operations } from "./operations.ts";
import { type CreateOptions, readRetries, readTimeout, type Settings } from "./options.ts";
import { delayBeforeRetry } from "./retry.ts";

/** What an operation takes: `path`, `query` and `body`, each where it has one. */
type InputOf<Id extends OperationId> = Omit<Operations[Id], "answer">;

/**
 * Calls an operation and resolves to the body of its answer.
 *
 * @throws ApiError, ConnectionError, TimeoutError, UnreadableAnswerError, or the reason of the caller's signal
 */
export type Send = <Id extends OperationId>(
  operation: Id,
  input: InputOf<Id>,
  options?: CreateOptions,
) => Promise<AnswerOf<Id>>;

interface Input {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: object;
}

/** Makes what sends requests, and sends them again where that helps. */
export function makeSend(settings: Settings): Send {
  const { fetch, clock, random } = settings;
  return async (operation, input, options = {}) => {
    const { signal } = options;
    const timeoutMs = readTimeout(options.timeoutMs ?? settings.timeoutMs);
    const maxRetries = readRetries(options.maxRetries ?? settings.maxRetries);
    const request = prepare(operations[operation], input, options, settings);
    for (let retries = 0; ; retries += 1) {
      try {
        const arrived = await exchange(request, { fetch, clock, timeoutMs, signal });
        return readAnswer(operation, arrived, clock.nowMs());
      } catch (error) {
        const delayMs = retries < maxRetries ? delayBeforeRetry({ operation, error, retries, random: random() }) : null;
        if (delayMs === null) throw error;
        await sleep(clock, delayMs, signal);
      }
    }
  };
}

const accepted = { json: "application/json", text: "text/plain", bytes: "*/*" };

function prepare(entry: OperationEntry, input: Input, options: CreateOptions, settings: Settings): Prepared {
  const headers = new Headers({ Accept: accepted[entry.answers ?? "json"], ...settings.headers });
  if (input.body !== undefined) headers.set("Content-Type", "application/json");
  // One for all attempts, so that the effect happens once.
  if (entry.takesIdempotencyKey) headers.set("Idempotency-Key", options.idempotencyKey ?? makeIdempotencyKey());
  return {
    url: settings.baseUrl + writeAddress(entry.path, input.path, input.query),
    method: entry.method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    wantsBytes: entry.answers === "bytes",
  };
}
