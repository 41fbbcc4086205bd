import { DomainError, type Metadata, type WebhookAuth } from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import {
  type EndpointRecord,
  endDeliveryOrder,
  holdDeliveries,
  isVerified,
  notifyChallenge,
  openOptions,
  type RequestOptions,
  releaseDeliveries,
  restartChallenge,
  type SecretBox,
  updateEndpoint,
} from "@wayfare/webhooks";
import type { Actor } from "../audit/store.ts";
import { readCredentials, withHeaders } from "./request-options.ts";
import {
  assertCertificateUrl,
  auditEndpoint,
  type FilterOption,
  stateRefusal,
  storeRequestOptions,
  type WebhookDeps,
} from "./rules.ts";

/** Validated changes of an endpoint. */
export interface EndpointChanges {
  url?: string;
  events?: string[];
  description?: string;
  maxPerSecond?: number | null;
  metadata?: Metadata;
  request?: RequestOptions;
  filter?: FilterOption;
  ordered?: boolean;
  paused?: boolean;
}

/** Changes a locked endpoint. */
export async function changeEndpoint(
  unit: UnitOfWork,
  { clock, box }: Pick<WebhookDeps, "clock" | "box">,
  { endpoint, changes, actor }: { endpoint: EndpointRecord; changes: EndpointChanges; actor: Actor },
): Promise<EndpointRecord> {
  const { url, paused, request, filter, ...others } = changes;
  let changed: EndpointRecord = { ...endpoint, ...others, ...filter };
  if (request !== undefined) changed = { ...changed, ...storeRequestOptions(box, request) };
  if (url !== undefined) changed = withUrl(changed, url, clock.nowMs());
  assertCertificateUrl(changed);
  if (paused !== undefined) changed = await withPause(unit, changed, paused);
  if (endpoint.ordered && !changed.ordered) await endDeliveryOrder(unit.tx, endpoint);
  await updateEndpoint(unit.tx, changed);
  if (changed.challengeDueAtMs !== endpoint.challengeDueAtMs) await notifyChallenge(unit.tx);
  const details = {
    ...others,
    ...(url !== undefined && { url }),
    ...(paused !== undefined && { paused }),
    ...(filter !== undefined && { filter: filter.filter }),
    ...(request !== undefined && { headerNames: changed.headerNames, authType: changed.authType }),
  };
  await auditEndpoint(unit, "webhook.changed", endpoint, actor, details);
  return changed;
}

/**
 * Returns the request options of an endpoint with new headers, new credentials, or both.
 *
 * @throws DomainError if they are invalid, or if those that stay cannot be decrypted.
 */
export function mergeRequestOptions(
  deps: Pick<WebhookDeps, "box" | "rules" | "clock">,
  { sealedOptions }: EndpointRecord,
  { headers, auth }: { headers: Record<string, string> | undefined; auth: WebhookAuth | null | undefined },
): RequestOptions {
  const isReplaced = headers !== undefined && auth !== undefined;
  const current = openOrRefuse(deps.box, isReplaced ? null : sealedOptions);
  return withHeaders(headers ?? current.headers, auth === undefined ? current : readCredentials(deps, auth));
}

function openOrRefuse(box: SecretBox, sealed: Uint8Array | null): RequestOptions {
  try {
    return openOptions(box, sealed);
  } catch {
    const detail = "The stored headers and credentials cannot be decrypted. Send both `headers` and `auth`.";
    throw new DomainError("STATE_INVALID", { detail });
  }
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
