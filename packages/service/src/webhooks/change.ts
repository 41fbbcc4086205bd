import type { Metadata } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import {
  type EndpointRecord,
  holdDeliveries,
  isVerified,
  notifyChallenge,
  releaseDeliveries,
  restartChallenge,
  updateEndpoint,
} from "@wayfare/webhooks";
import type { Actor } from "../audit/store.ts";
import { auditEndpoint, stateRefusal, type WebhookDeps } from "./rules.ts";

/** Validated changes of an endpoint. */
export interface EndpointChanges {
  url?: string;
  events?: string[];
  description?: string;
  maxPerSecond?: number | null;
  metadata?: Metadata;
  paused?: boolean;
}

/** Changes a locked endpoint. */
export async function changeEndpoint(
  unit: UnitOfWork,
  { clock }: Pick<WebhookDeps, "clock">,
  { endpoint, changes, actor }: { endpoint: EndpointRecord; changes: EndpointChanges; actor: Actor },
): Promise<EndpointRecord> {
  const { url, paused, ...others } = changes;
  let changed: EndpointRecord = { ...endpoint, ...others };
  if (url !== undefined) changed = withUrl(changed, url, clock.nowMs());
  if (paused !== undefined) changed = await withPause(unit, changed, paused);
  await updateEndpoint(unit.tx, changed);
  if (changed.challengeDueAtMs !== endpoint.challengeDueAtMs) await notifyChallenge(unit.tx);
  await auditEndpoint(unit, "webhook.changed", endpoint, actor, { ...changes });
  return changed;
}

/**
 * Changes the URL of an endpoint. A verified URL stays in use until the new one is verified; an unverified one is replaced. Setting the
 * current URL discards a pending one.
 */
function withUrl(endpoint: EndpointRecord, url: string, wallMs: number): EndpointRecord {
  if (url === endpoint.url) {
    return endpoint.pendingUrl === null
      ? endpoint
      : { ...endpoint, pendingUrl: null, challengeDueAtMs: null, challengeEndsAtMs: null };
  }
  const moved = isVerified(endpoint) ? { ...endpoint, pendingUrl: url } : { ...endpoint, url };
  return restartChallenge(moved, wallMs);
}

async function withPause({ tx }: UnitOfWork, endpoint: EndpointRecord, paused: boolean): Promise<EndpointRecord> {
  if (!isVerified(endpoint))
    throw stateRefusal(endpoint, "only an active endpoint can be paused, and only a paused one resumed");
  const status = paused ? "paused" : "active";
  if (status === endpoint.status) return endpoint;
  await (paused ? holdDeliveries(tx, endpoint) : releaseDeliveries(tx, endpoint));
  return { ...endpoint, status };
}

/**
 * Restarts the challenge of a locked endpoint.
 *
 * @throws DomainError if its URL is already verified.
 */
export async function verifyEndpoint(
  unit: UnitOfWork,
  { clock }: Pick<WebhookDeps, "clock">,
  { endpoint, actor }: { endpoint: EndpointRecord; actor: Actor },
): Promise<EndpointRecord> {
  if (isVerified(endpoint) && endpoint.pendingUrl === null) throw stateRefusal(endpoint, "its URL is already verified");
  const challenged = restartChallenge(endpoint, clock.nowMs());
  await updateEndpoint(unit.tx, challenged);
  await notifyChallenge(unit.tx);
  await auditEndpoint(unit, "webhook.challenged", endpoint, actor, { url: endpoint.pendingUrl ?? endpoint.url });
  return challenged;
}
