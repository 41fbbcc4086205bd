import { setTimeout as delay } from "node:timers/promises";
import { ApiError, ConnectionError, type EventOf, TimeoutError, type Wayfare, type WayfareError } from "@wayfare/sdk";
import { makeWebhookSecret, renderDeliveryBody, signDeliveryHeaders } from "@wayfare/service";
import type { ListenActions, ListenInput } from "../commands/listen-command.ts";
import { CommandError } from "./command-error.ts";
import { connect } from "./connect.ts";

interface ListenDeps {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  /** Returns the signal that ends `listen`. */
  openSignal(): AbortSignal;
}

interface ListenRun extends ListenDeps {
  signal: AbortSignal;
}

/** Delays before the feed is read again after the service was unreachable; the last one repeats. */
const reconnectMs = [250, 1000, 2000, 5000];
/** Timeout of a forwarded delivery, as for webhook endpoints. */
const forwardTimeoutMs = 15_000;
/** Start of the feed: events from before are not printed. */
const fromNow = "now";

/**
 * Actions of `wayfare listen` and `wayfare trigger`. `listen` follows the event feed over outgoing requests, so that it works behind a
 * firewall; it signs deliveries as the service does and keeps its cursor while the service is unreachable.
 */
export function makeListenActions(deps: ListenDeps): ListenActions {
  return {
    listen: (service, input) => listen({ ...deps, signal: deps.openSignal() }, connect(service), input),
    async trigger(service, { type, json }) {
      const client = connect(service);
      const { data: types } = await client.eventTypes.list();
      const known = types.find((entry) => entry.type === type);
      if (known === undefined) throw new CommandError(`unknown event type ${type}. Types: ${namesOf(types)}`);
      const event = await client.events.trigger({ type: known.type });
      deps.stdout.write(json ? `${JSON.stringify(event)}\n` : `Recorded ${event.type} ${event.id}\n`);
    },
  };
}

const namesOf = (types: readonly { type: string }[]) => types.map(({ type }) => type).join(", ");

async function listen(deps: ListenRun, client: Wayfare, input: ListenInput): Promise<void> {
  const { data: types } = await client.eventTypes.list();
  const unknown = input.types.find((name) => !types.some(({ type }) => type === name));
  if (unknown !== undefined) throw new CommandError(`unknown event type ${unknown}. Types: ${namesOf(types)}`);
  const secret = input.secret ?? makeWebhookSecret();
  let cursor = (await client.events.poll({ after: fromNow })).nextCursor;
  deps.stderr.write(
    input.forward === null
      ? "Listening for events. Press Ctrl-C to stop.\n"
      : `Forwarding events to ${input.forward}, signed with the secret ${secret}. Press Ctrl-C to stop.\n`,
  );
  let failures = 0;
  while (!deps.signal.aborted) {
    try {
      const page = await client.events.poll({ after: cursor, waitSeconds: 20 }, { signal: deps.signal, maxRetries: 0 });
      failures = 0;
      for (const event of page.data) await show(deps, event, { ...input, secret });
      cursor = page.nextCursor;
    } catch (error) {
      if (deps.signal.aborted) return;
      cursor = await recover(deps, { error, client, cursor, failures });
      failures++;
    }
  }
}

/** Waits before the next try if the service is unreachable, and starts again from now if the cursor has expired. Returns the cursor. */
async function recover(
  { stderr, signal }: ListenRun,
  { error, client, cursor, failures }: { error: unknown; client: Wayfare; cursor: string; failures: number },
): Promise<string> {
  if (error instanceof ApiError && error.code === "CURSOR_EXPIRED") {
    stderr.write("Events were purged before they could be read. Continuing with new ones.\n");
    return (await client.events.poll({ after: fromNow }, { signal })).nextCursor;
  }
  if (!isTemporary(error)) throw error;
  if (failures === 0) stderr.write(`${error.message} Reconnecting.\n`);
  await delay(reconnectMs[Math.min(failures, reconnectMs.length - 1)], undefined, { signal }).catch(() => {});
  return cursor;
}

function isTemporary(error: unknown): error is WayfareError {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Prints an event after it was forwarded. */
async function show(
  { stdout, signal }: ListenRun,
  event: EventOf,
  { forward, types, json, secret }: ListenInput & { secret: string },
): Promise<void> {
  if (types.length > 0 && !types.includes(event.type)) return;
  const forwarded = forward === null ? null : await forwardEvent(event, { url: forward, secret, signal });
  if (json) {
    stdout.write(`${JSON.stringify({ event, forwarded })}\n`);
    return;
  }
  const result = forwarded === null ? "" : `  → ${forwarded.error ?? forwarded.status} (${forwarded.tookMs} ms)`;
  stdout.write(`${event.createdAt}  ${event.type}  ${event.id}${result}\n`);
}

interface Forwarded {
  status: number | null;
  /** Reason why the service would retry the delivery; null if it would count as delivered. */
  error: string | null;
  tookMs: number;
}

async function forwardEvent(
  { id, type, subject, createdAt, environment, data }: EventOf,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  // The same in every run, so that a receiver detects duplicates after a restart.
  const deliveryId = id.replace(/^evt_/, "dlv_");
  const created = { id, type, subject, data: { ...data }, createdAtMs: Date.parse(createdAt) };
  const body = renderDeliveryBody(created, { deliveryId, environment });
  const signed = { deliveryId, type, attempt: 1, body, secret, secrets: [secret], nowMs: Date.now() };
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: signDeliveryHeaders(signed),
      body,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(forwardTimeoutMs)]),
    });
    const text = await response.text();
    return { status: response.status, error: explain(response, text), tookMs: took() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause), tookMs: took() };
  }
}

function explain({ status, ok }: Response, body: string): string | null {
  if (!ok) return String(status);
  try {
    JSON.parse(body);
    return null;
  } catch {
    return `${status} without JSON: respond with {}`;
  }
}
