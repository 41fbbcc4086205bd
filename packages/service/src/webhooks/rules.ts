import {
  type AuditEventType,
  DomainError,
  formatInstant,
  type Metadata,
  notFound,
  type RowScope,
} from "@wayfare/contract";
import type { Unit } from "@wayfare/database";
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
  type SecretBox,
  updateEndpoint,
} from "@wayfare/webhooks";
import { lockApplicationOf } from "../applications/rules.ts";
import { type Actor, writeAuditEvent } from "../audit/store.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";

export interface WebhookParts extends ResourceParts {
  box: SecretBox;
  /** Which urls an endpoint may have. */
  rules: GuardRules;
}

const maxEndpoints = 100;
/** How long the secret before the last rotation is valid. */
const rotationMs = 86_400_000;

interface Wanted {
  owner: RowScope;
  url: string;
  events: readonly string[];
  description: string;
  applicationId: string | null;
  maxPerSecond: number | null;
  metadata: Metadata;
}

/** Makes an endpoint whose challenge is sent at once. What `wanted` holds has been checked; the application is looked up here. */
export async function createEndpoint(
  unit: Unit,
  { box, clock }: Pick<WebhookParts, "box" | "clock">,
  { owner, ...wanted }: Wanted,
  actor: Actor,
): Promise<{ record: EndpointRecord; secret: string }> {
  const { session, nowMs } = unit;
  const { accountId, environment } = owner;
  await lockApplicationOf(unit, { accountId, environment, applicationId: wanted.applicationId });
  if ((await countEndpoints(session, owner)) >= maxEndpoints) {
    const detail = `There are ${maxEndpoints} endpoints already; delete one first.`;
    throw new DomainError("CONFLICT", { detail });
  }
  const secret = makeWebhookSecret();
  const sealed = { secret: box.seal(secret), nowMs, wallMs: clock.nowMs() };
  const record = await insertEndpoint(session, { accountId, environment, ...wanted, ...sealed });
  await auditEndpoint(unit, "webhook.created", record, actor, { ...wanted });
  return { record, secret };
}

/** An endpoint, held until the transaction ends. @throws DomainError where there is none. */
export async function takeEndpoint(
  { session }: Pick<Unit, "session">,
  owner: RowScope,
  id: string,
  lock: "share" | "update" | "none" = "update",
): Promise<EndpointRecord> {
  const endpoint = await findEndpoint(session, owner, id, lock);
  if (endpoint === undefined) throw notFound("webhook", id);
  return endpoint;
}

/** An active endpoint, which stays so until the transaction ends. @throws DomainError where it is in another state. */
export async function takeActiveEndpoint(unit: Unit, owner: RowScope, id: string): Promise<EndpointRecord> {
  const endpoint = await takeEndpoint(unit, owner, id, "share");
  if (endpoint.status === "active") return endpoint;
  throw stateRefusal(endpoint, "only an active endpoint is sent to");
}

export function stateRefusal({ status }: EndpointRecord, rule: string): DomainError {
  return new DomainError("STATE_INVALID", { detail: `The endpoint is ${status}; ${rule}.` });
}

/** Gives an endpoint that was taken a new secret; the old one is valid for a day more. @throws DomainError within that day. */
export async function rotateSecret(
  unit: Unit,
  { box }: Pick<WebhookParts, "box">,
  { endpoint, actor }: { endpoint: EndpointRecord; actor: Actor },
): Promise<{ record: EndpointRecord; secret: string }> {
  const { previousSecretEndsAtMs: endsAtMs } = endpoint;
  if (endsAtMs !== null && unit.nowMs < endsAtMs) {
    const detail = `The secret was rotated already; both are valid until ${formatInstant(endsAtMs)}.`;
    throw new DomainError("STATE_INVALID", { detail });
  }
  const secret = makeWebhookSecret();
  const previousSecretEndsAtMs = unit.nowMs + rotationMs;
  const previous = { previousSecret: endpoint.secret, previousSecretEndsAtMs };
  const record = { ...endpoint, secret: box.seal(secret), ...previous };
  await updateEndpoint(unit.session, record);
  const previousSecretEndsAt = formatInstant(previousSecretEndsAtMs);
  await auditEndpoint(unit, "webhook.secret_rotated", endpoint, actor, { previousSecretEndsAt });
  return { record, secret };
}

/** Deletes an endpoint and cancels what was to be sent to it; answers how many deliveries that were. */
export async function deleteEndpoint(
  unit: Unit,
  { owner, id, actor }: { owner: RowScope; id: string; actor: Actor },
): Promise<number> {
  const endpoint = await takeEndpoint(unit, owner, id);
  const cancelledDeliveries = await cancelDeliveries(unit.session, endpoint, unit.nowMs);
  await markEndpointDeleted(unit.session, endpoint, unit.nowMs);
  await auditEndpoint(unit, "webhook.deleted", endpoint, actor, { url: endpoint.url, cancelledDeliveries });
  return cancelledDeliveries;
}

/** Deletes the endpoints of an application that is held for deletion; answers their ids. */
export async function deleteEndpointsOfApplication(
  unit: Unit,
  { owner, applicationId, actor }: { owner: RowScope; applicationId: string; actor: Actor },
): Promise<string[]> {
  const ids = await listEndpointsOfApplication(unit.session, owner, applicationId);
  const deleted: string[] = [];
  for (const id of ids) {
    // One that was deleted in the meantime by itself is gone already.
    if ((await findEndpoint(unit.session, owner, id, "update")) === undefined) continue;
    await deleteEndpoint(unit, { owner, id, actor });
    deleted.push(id);
  }
  return deleted;
}

/** Writes what was done to an endpoint into the audit trail, without secrets. */
export function auditEndpoint(
  { session, nowMs }: Unit,
  action: AuditEventType & `webhook.${string}`,
  { id, accountId, environment, applicationId }: EndpointRecord,
  actor: Actor,
  details: Record<string, unknown>,
): Promise<void> {
  const subject = { kind: "webhook" as const, id, applicationId };
  return writeAuditEvent(session, { accountId, environment, action, actor, subject, details, nowMs });
}
