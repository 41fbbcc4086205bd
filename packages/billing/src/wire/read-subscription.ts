import type { AccountScope, Subscription } from "@wayfare/contract";
import type { Queryable } from "@wayfare/database";
import { loadState } from "../state/load.ts";
import { findLastSubscription } from "../subscriptions/store.ts";
import { toWireSubscription } from "./wire.ts";

/** Returns an account's subscription in wire format. */
export async function readWireSubscription(db: Queryable, scope: AccountScope, nowMs: number): Promise<Subscription> {
  const state = await loadState(db, scope);
  return toWireSubscription(state, await findLastSubscription(db, scope), nowMs);
}
