import { DomainError, describeLimit, formatInstant, includesScope, type UsageLimits } from "@wayfare/contract";
import { type AddressRange, parseAddressRange, rangeContains } from "@wayfare/egress";
import type { Caller, KeyBounds, KeyUsageLimits } from "../http/caller.ts";
import type { KeyRecord } from "./record.ts";
import type { KeyChanges } from "./store.ts";
import { findWiderLimits, inheritLimits, type NewUsageLimits } from "./usage-limits.ts";

/** Bounds that a caller requests for a key. */
export interface RequestedBounds extends Pick<KeyRecord, "expiresAtMs" | "ipAllowlist"> {
  usageLimits: UsageLimits | KeyUsageLimits;
}

/** Bounds of a new key. */
export interface NewKeyBounds extends Pick<KeyRecord, "expiresAtMs" | "ipAllowlist"> {
  usageLimits: NewUsageLimits;
}

/**
 * Returns the bounds of a key that the caller creates or rolls. An absent expiry, allowlist or usage limit is inherited from the
 * caller.
 *
 * @throws DomainError AUTH_BOUNDS_EXCEEDED if the requested bounds are wider than the caller's.
 */
export function inheritBounds({ bounds }: Pick<Caller, "bounds">, requested: RequestedBounds): NewKeyBounds {
  const inherited = {
    expiresAtMs: requested.expiresAtMs ?? bounds.expiresAtMs,
    ipAllowlist: requested.ipAllowlist.length > 0 ? requested.ipAllowlist : bounds.ranges.map(({ text }) => text),
    usageLimits: inheritLimits(bounds.usageLimits, requested.usageLimits),
  };
  assertExpiryWithin(bounds, inherited.expiresAtMs);
  assertListWithin(bounds, inherited.ipAllowlist);
  assertLimitsWithin(bounds, inherited.usageLimits);
  return inherited;
}

/**
 * Rejects a change that gives a key wider bounds than both the key and the caller have, or that adds scopes to a key outside of the
 * caller's bounds.
 *
 * @throws DomainError AUTH_BOUNDS_EXCEEDED.
 */
export function assertBoundsWithin({ bounds }: Pick<Caller, "bounds">, key: KeyRecord, changes: KeyChanges): void {
  const { expiresAtMs, ipAllowlist, usageLimits, scopes = [] } = changes;
  if (expiresAtMs !== undefined && !isExpiryWithin(key.expiresAtMs, expiresAtMs))
    assertExpiryWithin(bounds, expiresAtMs);
  if (ipAllowlist !== undefined && !isListWithin(rangesOf(key.ipAllowlist), ipAllowlist)) {
    assertListWithin(bounds, ipAllowlist);
  }
  if (usageLimits !== undefined && findWiderLimits(key.usageLimits, usageLimits).length > 0) {
    assertLimitsWithin(bounds, usageLimits);
  }
  if (scopes.every((scope) => includesScope(key.scopes, scope))) return;
  assertExpiryWithin(bounds, expiresAtMs ?? key.expiresAtMs);
  assertListWithin(bounds, ipAllowlist ?? key.ipAllowlist);
  assertLimitsWithin(bounds, usageLimits ?? key.usageLimits);
}

function assertExpiryWithin({ expiresAtMs }: KeyBounds, requestedMs: number | null): void {
  if (expiresAtMs === null || isExpiryWithin(expiresAtMs, requestedMs)) return;
  throw boundsExceeded(`The calling key expires at ${formatInstant(expiresAtMs)} and cannot grant a later expiry.`);
}

function assertListWithin({ ranges }: KeyBounds, requested: readonly string[]): void {
  if (isListWithin(ranges, requested)) return;
  const own = ranges.map(({ text }) => text).join(", ");
  throw boundsExceeded(`The calling key is limited to ${own} and cannot grant a wider allowlist.`);
}

function assertLimitsWithin({ usageLimits }: KeyBounds, requested: NewUsageLimits): void {
  const [operation] = findWiderLimits(usageLimits, requested);
  const own = operation && usageLimits[operation];
  if (operation === undefined || own === undefined) return;
  throw boundsExceeded(
    `The calling key is limited to ${describeLimit(operation, own)}. Keys that it creates or rolls share this limit and cannot have a higher one.`,
  );
}

function boundsExceeded(detail: string): DomainError {
  return new DomainError("AUTH_BOUNDS_EXCEEDED", { detail });
}

/** Null means unbounded. */
function isExpiryWithin(boundMs: number | null, requestedMs: number | null): boolean {
  return boundMs === null || (requestedMs !== null && requestedMs <= boundMs);
}

/** An empty bound means unbounded. Otherwise each requested range must be contained in a range of the bound. */
function isListWithin(bound: readonly AddressRange[], requested: readonly string[]): boolean {
  if (bound.length === 0) return true;
  return (
    requested.length > 0 && rangesOf(requested).every((range) => bound.some((outer) => rangeContains(outer, range)))
  );
}

function rangesOf(texts: readonly string[]): AddressRange[] {
  return texts.flatMap((text) => parseAddressRange(text) ?? []);
}
