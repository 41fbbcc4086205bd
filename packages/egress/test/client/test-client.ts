import { onTestFinished } from "vitest";
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "../../src/client/client.ts";
import type { GuardedAnswer, GuardedFailure, GuardedOutcome, GuardedRequest } from "../../src/client/outcome.ts";

export const loopbackRules = { allowLoopback: true, allowCidrs: [], ports: [] };

/** A deadline for what has to end at it: so far off that a busy machine, too, comes to what goes before. */
export const nearDeadlineMs = 400;

/**
 * A client that may call loopback, keeps 1,000 bytes, and is closed when the test ends. It is patient: what is to be
 * answered is, however busy the machine.
 */
export function makeClient(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const client = createGuardedClient({ rules: loopbackRules, timeoutMs: 20_000, maxBodyBytes: 1000, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** A delivery to a port of this machine. */
export function post(port: number, change: Partial<GuardedRequest> = {}): GuardedRequest {
  const headers = { "content-type": "application/json", "SVC-Delivery-Id": "dlv_1" };
  return {
    accountId: "acct_1",
    method: "POST",
    url: `http://127.0.0.1:${port}/hooks?a=b`,
    headers,
    body: '{"a":1}',
    ...change,
  };
}

/** The answer of an outcome, which has to be one. */
export function answered(outcome: GuardedOutcome): GuardedAnswer {
  if (!outcome.ok) throw new Error(`There is no answer: ${outcome.detail}`);
  return outcome;
}

/** The failure of an outcome, which has to be one. */
export function failed(outcome: GuardedOutcome): GuardedFailure {
  if (outcome.ok) throw new Error(`There is an answer: ${outcome.status}`);
  return outcome;
}
