import { onTestFinished } from "vitest";
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from "../../src/client/client.ts";
import type { GuardedFailure, GuardedOutcome, GuardedRequest, GuardedResponse } from "../../src/client/outcome.ts";

export const loopbackRules = { allowLoopback: true, allowCidrs: [], ports: [] };

/** Timeout for requests that must time out: long enough for the steps before it on a busy machine. */
export const shortTimeoutMs = 400;

/**
 * Creates a client for loopback that keeps 1,000 bytes of a body and is closed after the test. Its timeout is long, so that
 * requests do not time out on a busy machine.
 */
export function makeClient(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const client = createGuardedClient({ rules: loopbackRules, timeoutMs: 20_000, maxBodyBytes: 1000, ...options });
  onTestFinished(() => client.close());
  return client;
}

/** A POST request to a local port. */
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

/** Returns the response of an outcome. Throws if it is a failure. */
export function expectResponse(outcome: GuardedOutcome): GuardedResponse {
  if (!outcome.ok) throw new Error(`expected a response, got a failure: ${outcome.detail}`);
  return outcome;
}

/** Returns the failure of an outcome. Throws if it is a response. */
export function expectFailure(outcome: GuardedOutcome): GuardedFailure {
  if (outcome.ok) throw new Error(`expected a failure, got a response: ${outcome.status}`);
  return outcome;
}
