import type { Metadata } from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
import {
  announceChallenge,
  challengeAnew,
  type EndpointRecord,
  holdDeliveries,
  isServed,
  releaseDeliveries,
  updateEndpoint,
} from "@wayfare/webhooks";
import type { Actor } from "../audit/store.ts";
import { auditEndpoint, stateRefusal, type WebhookParts } from "./rules.ts";

/** What an owner changes of an endpoint; all of it has been checked. */
export interface EndpointChanges {
  url?: string;
  events?: string[];
  description?: string;
  maxPerSecond?: number | null;
  metadata?: Metadata;
  paused?: boolean;
}

/** Changes an endpoint that was taken. */
export async function changeEndpoint(
  unit: Unit,
  { clock }: Pick<WebhookParts, "clock">,
  { endpoint, changes, actor }: { endpoint: EndpointRecord; changes: EndpointChanges; actor: Actor },
): Promise<EndpointRecord> {
  const { url, paused, ...others } = changes;
  let changed: EndpointRecord = { ...endpoint, ...others };
  if (url !== undefined) changed = withUrl(changed, url, clock.nowMs());
  if (paused !== undefined) changed = await withPause(unit, changed, paused);
  await updateEndpoint(unit.session, changed);
  if (changed.challengeDueAtMs !== endpoint.challengeDueAtMs) await announceChallenge(unit.session);
  await auditEndpoint(unit, "webhook.changed", endpoint, actor, { ...changes });
  return changed;
}

/** A url that is served goes on being so until the new one has answered; any other is replaced. Asking for the old one drops the new one. */
function withUrl(endpoint: EndpointRecord, url: string, wallMs: number): EndpointRecord {
  if (url === endpoint.url) {
    return endpoint.pendingUrl === null
      ? endpoint
      : { ...endpoint, pendingUrl: null, challengeDueAtMs: null, challengeEndsAtMs: null };
  }
  const moved = isServed(endpoint) ? { ...endpoint, pendingUrl: url } : { ...endpoint, url };
  return challengeAnew(moved, wallMs);
}

async function withPause({ session }: Unit, endpoint: EndpointRecord, paused: boolean): Promise<EndpointRecord> {
  if (!isServed(endpoint))
    throw stateRefusal(endpoint, "only an active endpoint pauses, and only a paused one goes on");
  const status = paused ? "paused" : "active";
  if (status === endpoint.status) return endpoint;
  await (paused ? holdDeliveries(session, endpoint) : releaseDeliveries(session, endpoint));
  return { ...endpoint, status };
}

/** Challenges an endpoint again that was taken. @throws DomainError where there is nothing to verify. */
export async function verifyEndpoint(
  unit: Unit,
  { clock }: Pick<WebhookParts, "clock">,
  { endpoint, actor }: { endpoint: EndpointRecord; actor: Actor },
): Promise<EndpointRecord> {
  if (isServed(endpoint) && endpoint.pendingUrl === null) throw stateRefusal(endpoint, "its url is verified");
  const challenged = challengeAnew(endpoint, clock.nowMs());
  await updateEndpoint(unit.session, challenged);
  await announceChallenge(unit.session);
  await auditEndpoint(unit, "webhook.challenged", endpoint, actor, { url: endpoint.pendingUrl ?? endpoint.url });
  return challenged;
}
