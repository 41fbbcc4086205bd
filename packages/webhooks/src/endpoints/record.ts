import type { Metadata, WebhookFilter, WebhookStatus } from "@wayfare/contract";

/** A webhook endpoint as stored. Its secrets are encrypted. */
export interface EndpointRecord {
  id: string;
  accountId: string;
  environment: "test" | "live";
  applicationId: string | null;
  url: string;
  pendingUrl: string | null;
  description: string;
  events: string[];
  status: WebhookStatus;
  secret: Uint8Array;
  previousSecret: Uint8Array | null;
  /** On the data clock, like every time except those of the challenge. */
  previousSecretEndsAtMs: number | null;
  secretCreatedAtMs: number;
  /** Null if there is no previous secret, or if it is from before creation times were stored. */
  previousSecretCreatedAtMs: number | null;
  /** In real time; null if no challenge is in progress. */
  challengeDueAtMs: number | null;
  challengeEndsAtMs: number | null;
  challengeFailure: string | null;
  failingSinceMs: number | null;
  failures: number;
  warnedAtMs: number | null;
  disabledReason: string | null;
  /** Rate limit in deliveries per second; null for none. */
  maxPerSecond: number | null;
  metadata: Metadata;
  /** Custom headers and credentials, encrypted; null for none. */
  sealedOptions: Uint8Array | null;
  headerNames: string[];
  authType: "basic" | "oauth2" | "mtls" | null;
  /** End of validity of the client certificate, in real time; null if the credentials have none. */
  certificateExpiresAtMs: number | null;
  filter: WebhookFilter | null;
  /** The filter as a jsonpath predicate. */
  filterPath: string | null;
  /** True if the deliveries of one subject are sent in order. */
  ordered: boolean;
  createdAtMs: number;
}

export interface EndpointRow {
  id: string;
  account_id: string;
  environment: "test" | "live";
  application_id: string | null;
  url: string;
  pending_url: string | null;
  description: string;
  events: string[];
  status: WebhookStatus;
  secret: Uint8Array;
  previous_secret: Uint8Array | null;
  previous_secret_ends_at: Date | null;
  secret_created_at: Date;
  previous_secret_created_at: Date | null;
  challenge_due_at: Date | null;
  challenge_ends_at: Date | null;
  challenge_failure: string | null;
  failing_since: Date | null;
  failures: number;
  warned_at: Date | null;
  disabled_reason: string | null;
  max_per_second: number | null;
  metadata: Metadata;
  sealed_options: Uint8Array | null;
  header_names: string[];
  auth_type: "basic" | "oauth2" | "mtls" | null;
  certificate_expires_at: Date | null;
  filter: WebhookFilter | null;
  filter_path: string | null;
  ordered: boolean;
  created_at: Date;
}

export const endpointColumns = `id, account_id, environment, application_id, url, pending_url, description, events, status, secret,
  previous_secret, previous_secret_ends_at, coalesce(secret_created_at, previous_secret_ends_at - interval '24 hours', created_at) AS secret_created_at,
  previous_secret_created_at, challenge_due_at, challenge_ends_at, challenge_failure, failing_since, failures, warned_at,
  disabled_reason, max_per_second, metadata, sealed_options, header_names, auth_type, certificate_expires_at,
  filter, filter_path, ordered, created_at`;

export function toEndpointRecord(row: EndpointRow): EndpointRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    environment: row.environment,
    applicationId: row.application_id,
    url: row.url,
    pendingUrl: row.pending_url,
    description: row.description,
    events: row.events,
    status: row.status,
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousSecretEndsAtMs: row.previous_secret_ends_at?.getTime() ?? null,
    secretCreatedAtMs: row.secret_created_at.getTime(),
    previousSecretCreatedAtMs: row.previous_secret_created_at?.getTime() ?? null,
    challengeDueAtMs: row.challenge_due_at?.getTime() ?? null,
    challengeEndsAtMs: row.challenge_ends_at?.getTime() ?? null,
    challengeFailure: row.challenge_failure,
    failingSinceMs: row.failing_since?.getTime() ?? null,
    failures: row.failures,
    warnedAtMs: row.warned_at?.getTime() ?? null,
    disabledReason: row.disabled_reason,
    maxPerSecond: row.max_per_second,
    metadata: row.metadata,
    sealedOptions: row.sealed_options,
    headerNames: row.header_names,
    authType: row.auth_type,
    certificateExpiresAtMs: row.certificate_expires_at?.getTime() ?? null,
    filter: row.filter,
    filterPath: row.filter_path,
    ordered: row.ordered,
    createdAtMs: row.created_at.getTime(),
  };
}
