import type { Owner, Subscription } from "@wayfare/contract";
import type { Session } from "@wayfare/database";
import { loadState } from "../state/load.ts";
import { findLastSubscription } from "../subscriptions/store.ts";
import { toWireSubscription } from "./wire.ts";

/** The subscription of an owner as answers have it. */
export async function readWireSubscription(session: Session, owner: Owner, nowMs: number): Promise<Subscription> {
  const state = await loadState(session, owner);
  return toWireSubscription(state, await findLastSubscription(session, owner), nowMs);
}
