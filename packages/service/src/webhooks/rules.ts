import {
  type AuditEventType,
  DomainError,
  formatInstant,
  type Metadata,
  notFound,
  type RowScope,
} from "@wayfare/contract";
import type { UnitOfWork } from "@wayfare/database";
import type { GuardRules } from "@wayfare/egress";
import {
  cancelDeliveries,
  countEndpoints,
  type EndpointRecord,
  findEndpoint,
  insertEndpoint,
  listEndpointsOfApplication,
  makeWebhookSecret,
  markEndpointDeleted,
  type RequestOptions,
  type SecretBox,
  sealOptions,
  updateEndpoint,
} from "@wayfare/webhooks";
import type { FastifyBaseLogger } from "fastify";
import { lockApplicationOf } from "../applications/rules.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";

export interface WebhookDeps extends ResourceDeps {
  box: SecretBox;
  /** Rules for the URLs of endpoints. */
  rules: GuardRules;
  /** Retention of events; a cursor of the feed is valid as long. */
  eventRetentionMs: number;
  log: FastifyBaseLogger;
}

const maxEndpoints = 100;
/** Validity of the previous secret after a rotation. */
const rotationMs = 86_400_000;

interface NewEndpoint {
  owner: RowScope;
  url: string;
  events: readonly string[];
  description: string;
  applicationId: string | null;
  maxPerSecond: number | null;
  metadata: Metadata;
  request: RequestOptions;
  filter: FilterOption;
  ordered: boolean;
}

/** A filter as given and as a jsonpath predicate. */
export type FilterOption = Pick<EndpointRecord, "filter" | "filterPath">;

/** Returns the stored form of request options: sealed, with readable names. */
export function storeRequestOptions(box: SecretBox, request: RequestOptions) {
  return {
    sealedOptions: sealOptions(box, request),
    headerNames: Object.keys(request.headers).map((name) => name.toLowerCase()),
    authType: authTypeOf(request),
    certificateExpiresAtMs: request.mtls?.expiresAtMs ?? null,
  };
}

function authTypeOf({ basicAuth, oauth2, mtls }: RequestOptions): EndpointRecord["authType"] {
  if (mtls !== null) return "mtls";
  if (oauth2 !== null) return "oauth2";
  return basicAuth === null ? null : "basic";
}

/** @throws DomainError if an endpoint with a client certificate has a URL without TLS, which is allowed for loopback. */
export function assertCertificateUrl({
  authType,
  url,
  pendingUrl,
}: Pick<EndpointRecord, "authType" | "url" | "pendingUrl">): void {
  if (authType !== "mtls" || (pendingUrl ?? url).startsWith("https:")) return;
  const detail = "A client certificate needs an https URL.";
  throw new DomainError("REQUEST_INVALID", { detail, errors: [{ pointer: "/auth", code: "INVALID", detail }] });
}

/** Creates an endpoint whose challenge is sent immediately. `newEndpoint` is already validated, except for its application. */
export async function createEndpoint(
  unit: UnitOfWork,
  { box, clock }: Pick<WebhookDeps, "box" | "clock">,
  { owner, request, filter, ordered, ...newEndpoint }: NewEndpoint,
  actor: Actor,
): Promise<{ record: EndpointRecord; secret: string }> {
  const { tx, nowMs } = unit;
  const { accountId, environment } = owner;
  await lockApplicationOf(unit, { accountId, environment, applicationId: newEndpoint.applicationId });
  if ((await countEndpoints(tx, owner)) >= maxEndpoints) {
    const detail = `An account can have at most ${maxEndpoints} webhook endpoints in each environment. Delete one first.`;
    throw new DomainError("CONFLICT", { detail });
  }
  const secret = makeWebhookSecret();
  const sealed = { secret: box.seal(secret), nowMs, wallMs: clock.nowMs() };
  const options = { ...storeRequestOptions(box, request), ...filter, ordered };
  assertCertificateUrl({ ...options, url: newEndpoint.url, pendingUrl: null });
  const record = await insertEndpoint(tx, { accountId, environment, ...newEndpoint, ...sealed, options });
  const { headerNames, authType } = record;
  await auditEndpoint(unit, "webhook.created", record, actor, {
    ...newEndpoint,
    headerNames,
    authType,
    filter: filter.filter,
    ordered,
  });
  return { record, secret };
}

/**
 * Returns an endpoint, by default locked until the transaction ends.
 *
 * @throws DomainError NOT_FOUND
 */
export async function getEndpoint(
  { tx }: Pick<UnitOfWork, "tx">,
  owner: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "update",
): Promise<EndpointRecord> {
  const endpoint = await findEndpoint(tx, owner, id, lock);
  if (endpoint === undefined) throw notFound("webhook", id);
  return endpoint;
}

/**
 * Returns an active endpoint and locks its status until the transaction ends.
 *
 * @throws DomainError if it is not active.
 */
export async function getActiveEndpoint(unit: UnitOfWork, owner: RowScope, id: string): Promise<EndpointRecord> {
  const endpoint = await getEndpoint(unit, owner, id, "share");
  if (endpoint.status === "active") return endpoint;
  throw stateRefusal(endpoint, "deliveries are sent only to an active endpoint");
}

export function stateRefusal({ status }: EndpointRecord, rule: string): DomainError {
  return new DomainError("STATE_INVALID", { detail: `The endpoint has the status \`${status}\`; ${rule}.` });
}

/**
 * Rotates the secret of a locked endpoint. The replaced secret stays valid for 24 hours, or ends at once with `expirePrevious`; an older one
 * that was still valid ends. Rotating is possible at any time, so that a lost response is never final.
 */
export async function rotateSecret(
  unit: UnitOfWork,
  { box }: Pick<WebhookDeps, "box">,
  { endpoint, expirePrevious, actor }: { endpoint: EndpointRecord; expirePrevious: boolean; actor: Actor },
): Promise<{ record: EndpointRecord; secret: string }> {
  const secret = makeWebhookSecret();
  const endsAtMs = expirePrevious ? null : unit.nowMs + rotationMs;
  const record: EndpointRecord = {
    ...endpoint,
    secret: box.seal(secret),
    secretCreatedAtMs: unit.nowMs,
    previousSecret: expirePrevious ? null : endpoint.secret,
    previousSecretEndsAtMs: endsAtMs,
    previousSecretCreatedAtMs: expirePrevious ? null : endpoint.secretCreatedAtMs,
  };
  await updateEndpoint(unit.tx, record);
  const previousSecretEndsAt = endsAtMs === null ? null : formatInstant(endsAtMs);
  await auditEndpoint(unit, "webhook.secret_rotated", endpoint, actor, { previousSecretEndsAt });
  return { record, secret };
}

/** Deletes an endpoint and cancels its pending deliveries. Returns the number of cancelled deliveries. */
export async function deleteEndpoint(
  unit: UnitOfWork,
  { owner, id, actor }: { owner: RowScope; id: string; actor: Actor },
): Promise<number> {
  const endpoint = await getEndpoint(unit, owner, id);
  const cancelledDeliveries = await cancelDeliveries(unit.tx, endpoint, unit.nowMs);
  await markEndpointDeleted(unit.tx, endpoint, unit.nowMs);
  await auditEndpoint(unit, "webhook.deleted", endpoint, actor, { url: endpoint.url, cancelledDeliveries });
  return cancelledDeliveries;
}

/** Deletes the endpoints of an application that is locked for deletion. Returns their ids. */
export async function deleteEndpointsOfApplication(
  unit: UnitOfWork,
  { owner, applicationId, actor }: { owner: RowScope; applicationId: string; actor: Actor },
): Promise<string[]> {
  const ids = await listEndpointsOfApplication(unit.tx, owner, applicationId);
  const deleted: string[] = [];
  for (const id of ids) {
    // Skips endpoints that were deleted concurrently.
    if ((await findEndpoint(unit.tx, owner, id, "update")) === undefined) continue;
    await deleteEndpoint(unit, { owner, id, actor });
    deleted.push(id);
  }
  return deleted;
}

/** Writes an audit event of an endpoint, without secrets. */
export function auditEndpoint(
  { tx, wallMs }: UnitOfWork,
  action: AuditEventType & `webhook.${string}`,
  { id, accountId, environment, applicationId }: EndpointRecord,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { kind: "webhook" as const, id, applicationId };
  return writeAuditEvent(tx, { accountId, environment, action, actor, subject, details, nowMs: wallMs });
}
