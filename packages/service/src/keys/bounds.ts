import { DomainError, formatInstant, includesScope } from "@wayfare/contract";
import { type AddressRange, parseAddressRange, rangeContains } from "@wayfare/egress";
import type { Caller, KeyBounds } from "../http/caller.ts";
import type { KeyRecord } from "./record.ts";
import type { KeyChanges } from "./store.ts";

type Bounded = Pick<KeyRecord, "expiresAtMs" | "ipAllowlist">;

/**
 * The bounds of a key that a caller makes or rolls: an absent expiry or allowlist is inherited from the caller.
 *
 * @throws DomainError AUTH_BOUNDS_EXCEEDED when the wanted bounds are wider than the caller's.
 */
export function inheritBounds({ bounds }: Pick<Caller, "bounds">, wanted: Bounded): Bounded {
  const inherited = {
    expiresAtMs: wanted.expiresAtMs ?? bounds.expiresAtMs,
    ipAllowlist: wanted.ipAllowlist.length > 0 ? wanted.ipAllowlist : bounds.ranges.map(({ text }) => text),
  };
  refuseLaterExpiry(bounds, inherited.expiresAtMs);
  refuseWiderList(bounds, inherited.ipAllowlist);
  return inherited;
}

/**
 * Refuses a change that gives a key wider bounds than both it and the caller have, and one that hands scopes to a key outside of the
 * caller's bounds.
 *
 * @throws DomainError AUTH_BOUNDS_EXCEEDED.
 */
export function refuseWiderBounds({ bounds }: Pick<Caller, "bounds">, key: KeyRecord, changes: KeyChanges): void {
  const { expiresAtMs, ipAllowlist, scopes = [] } = changes;
  if (expiresAtMs !== undefined && !isExpiryWithin(key.expiresAtMs, expiresAtMs))
    refuseLaterExpiry(bounds, expiresAtMs);
  if (ipAllowlist !== undefined && !isListWithin(rangesOf(key.ipAllowlist), ipAllowlist)) {
    refuseWiderList(bounds, ipAllowlist);
  }
  if (scopes.every((scope) => includesScope(key.scopes, scope))) return;
  refuseLaterExpiry(bounds, expiresAtMs ?? key.expiresAtMs);
  refuseWiderList(bounds, ipAllowlist ?? key.ipAllowlist);
}

function refuseLaterExpiry({ expiresAtMs }: KeyBounds, wantedMs: number | null): void {
  if (expiresAtMs === null || isExpiryWithin(expiresAtMs, wantedMs)) return;
  throw beyond(`The calling key expires at ${formatInstant(expiresAtMs)}; it cannot give a key a later expiry.`);
}

function refuseWiderList({ ranges }: KeyBounds, wanted: readonly string[]): void {
  if (isListWithin(ranges, wanted)) return;
  const own = ranges.map(({ text }) => text).join(", ");
  throw beyond(`The calling key is limited to ${own}; it cannot give a key a wider allowlist.`);
}

function beyond(detail: string): DomainError {
  return new DomainError("AUTH_BOUNDS_EXCEEDED", { detail });
}

/** Null is no bound. */
function isExpiryWithin(boundMs: number | null, wantedMs: number | null): boolean {
  return boundMs === null || (wantedMs !== null && wantedMs <= boundMs);
}

/** An empty list is no bound. Each wanted range must lie in one of the bound's. */
function isListWithin(bound: readonly AddressRange[], wanted: readonly string[]): boolean {
  if (bound.length === 0) return true;
  return wanted.length > 0 && rangesOf(wanted).every((range) => bound.some((outer) => rangeContains(outer, range)));
}

function rangesOf(texts: readonly string[]): AddressRange[] {
  return texts.flatMap((text) => parseAddressRange(text) ?? []);
}
