import { createHash } from "node:crypto";
import type { GuardedClient } from "@wayfare/egress";
import type { OAuth2Credentials } from "./sealed-options.ts";

/** An access token, or the reason why there is none. */
export type TokenResult = { token: string } | { failure: string };

/** A token is replaced this long before it expires, so that it is still valid when it arrives. */
const marginMs = 30_000;
/** Lifetime of a token whose response has no `expires_in` (RFC 6749, section 5.1, leaves it to the documentation of the server). */
const defaultLifetimeMs = 300_000;
const maxLifetimeMs = 86_400_000;
/** Shorter than the lease of a challenge minus the timeout of its request. */
const timeoutMs = 10_000;
const maxCachedTokens = 10_000;
/** Visible ASCII: what a header can carry. */
const tokenPattern = /^[\x21-\x7e]{1,8192}$/;

interface CachedToken {
  token: string;
  /** Time from which a new token is requested. */
  staleAtMs: number;
}

/**
 * Access tokens of OAuth 2.0 client credentials (RFC 6749, section 4.4), kept in memory until shortly before they expire. Requests that need
 * the same token at the same time share one request to the token URL. Failures are not kept.
 */
export class AccessTokens {
  readonly #client: Pick<GuardedClient, "send">;
  /** In real time. */
  readonly #clock: { nowMs(): number };
  readonly #cached = new Map<string, CachedToken>();
  readonly #pending = new Map<string, Promise<TokenResult>>();

  constructor({ client, clock }: { client: Pick<GuardedClient, "send">; clock: { nowMs(): number } }) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Returns a valid token of the credentials, from memory or from the token URL. */
  async get(accountId: string, credentials: OAuth2Credentials): Promise<TokenResult> {
    const key = keyOf(accountId, credentials);
    const cached = this.#cached.get(key);
    if (cached !== undefined && this.#clock.nowMs() < cached.staleAtMs) return { token: cached.token };
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const request = this.#request(key, accountId, credentials).finally(() => this.#pending.delete(key));
    this.#pending.set(key, request);
    return request;
  }

  /** Drops a token that an endpoint refused, unless it was already replaced. */
  drop(accountId: string, credentials: OAuth2Credentials, token: string): void {
    const key = keyOf(accountId, credentials);
    if (this.#cached.get(key)?.token === token) this.#cached.delete(key);
  }

  async #request(key: string, accountId: string, credentials: OAuth2Credentials): Promise<TokenResult> {
    const { tokenUrl, clientId, clientSecret, scope } = credentials;
    const requestedAtMs = this.#clock.nowMs();
    const response = await this.#client.send({
      accountId,
      method: "POST",
      url: tokenUrl,
      headers: {
        accept: "application/json",
        authorization: `Basic ${Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "Wayfare-Webhooks/1",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", ...(scope !== null && { scope }) }).toString(),
      timeoutMs,
    });
    if (!response.ok) return { failure: `The token URL could not be called: ${response.detail}` };
    if (response.status !== 200) return { failure: `The token URL returned ${response.status} instead of 200.` };
    const granted = response.truncated ? null : readGrant(response.body);
    if (granted === null) return { failure: "The token URL returned 200 without a bearer token in JSON." };
    const { token, lifetimeMs } = granted;
    // Insertion order: the oldest token is dropped first.
    if (this.#cached.size >= maxCachedTokens)
      for (const oldest of this.#cached.keys()) if (this.#cached.delete(oldest)) break;
    this.#cached.set(key, { token, staleAtMs: requestedAtMs + Math.max(lifetimeMs / 2, lifetimeMs - marginMs) });
    return { token };
  }
}

/** A digest, so that no secret is a key of a map. Changed credentials never get a token of the former ones. */
function keyOf(accountId: string, { tokenUrl, clientId, clientSecret, scope }: OAuth2Credentials): string {
  return createHash("sha256")
    .update(JSON.stringify([accountId, tokenUrl, clientId, clientSecret, scope]))
    .digest("base64");
}

/** Encodes a value as in a form, which RFC 6749, section 2.3.1, requires for the client id and secret. */
function formEncode(value: string): string {
  return new URLSearchParams({ v: value }).toString().slice(2);
}

function readGrant(body: Uint8Array): { token: string; lifetimeMs: number } | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const token = "access_token" in value ? value.access_token : undefined;
  const type = "token_type" in value ? value.token_type : undefined;
  if (typeof token !== "string" || !tokenPattern.test(token)) return null;
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return null;
  const seconds = "expires_in" in value ? Number(value.expires_in) : Number.NaN;
  const isKnown = Number.isFinite(seconds) && seconds >= 0;
  return { token, lifetimeMs: isKnown ? Math.min(seconds * 1000, maxLifetimeMs) : defaultLifetimeMs };
}
