import { type LimitedOperation, limitedOperations, type UsageLimit, type UsageLimits } from "@wayfare/contract";
import type { KeyUsageLimits, SharedUsageLimit } from "../http/caller.ts";

/** Limits of a new key. A limit without `countedBy` counts the uses of the new key. */
export type NewUsageLimits = Readonly<Partial<Record<LimitedOperation, UsageLimit & { countedBy?: string }>>>;

/** Returns the limits of a key, of which those without `countedBy` count its own uses. */
export function ownLimits(id: string, limits: NewUsageLimits): KeyUsageLimits {
  return build((operation) => {
    const limit = limits[operation];
    return limit && { countedBy: id, ...limit };
  });
}

/** Applies a change to the limits of a key. A changed limit keeps its count, which other keys may share. */
export function changeLimits(id: string, current: KeyUsageLimits, change: UsageLimits): KeyUsageLimits {
  return build((operation) => {
    const [kept, changed] = [current[operation], change[operation]];
    if (changed === undefined) return kept;
    return changed === null ? undefined : { ...changed, countedBy: kept?.countedBy ?? id };
  });
}

/**
 * Returns the limits of a key that a key with limits creates: they share its counts. Requested limits of another key, which is rolled, keep
 * theirs.
 */
export function inheritLimits(bounds: KeyUsageLimits, requested: UsageLimits | KeyUsageLimits): NewUsageLimits {
  return build((operation) => {
    const [bound, limit] = [bounds[operation], requested[operation]];
    if (limit === undefined || limit === null) return bound;
    return { ...(bound && { countedBy: bound.countedBy }), ...limit };
  });
}

/** Returns the operations whose requested limit is higher than the bound, or has another count. */
export function findWiderLimits(bounds: KeyUsageLimits, requested: NewUsageLimits): LimitedOperation[] {
  return limitedOperations.filter((operation) => !isWithin(bounds[operation], requested[operation]));
}

/** An absent bound means unlimited. */
function isWithin(bound: SharedUsageLimit | undefined, requested: NewUsageLimits[LimitedOperation]): boolean {
  if (bound === undefined) return true;
  return requested?.countedBy === bound.countedBy && requested.period === bound.period && requested.max <= bound.max;
}

function build<Limit>(
  limitOf: (operation: LimitedOperation) => Limit | undefined,
): Partial<Record<LimitedOperation, Limit>> {
  const limits: Partial<Record<LimitedOperation, Limit>> = {};
  for (const operation of limitedOperations) {
    const limit = limitOf(operation);
    if (limit !== undefined) limits[operation] = limit;
  }
  return limits;
}
