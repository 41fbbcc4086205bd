/** Decoders of the responses of the `/portal` routes, which follow the schemas in packages/contract/src/portal.ts. */

import type {
  AllowlistDryRun,
  FieldError,
  InvitationPreview,
  NewInvitation,
  NewTotp,
  OAuthConsent,
  OAuthGrant,
  OAuthScope,
  Overview,
  PortalAccount,
  PortalAccounts,
  PortalPasskey,
  PortalSession,
  Problem,
  RecoveryCodes,
  Scope,
  SignedInDevice,
  SignUpOptions,
  Team,
  WebhookStatus,
} from "@wayfare/contract";
import { boolean, guard, integer, list, nullable, number, object, oneOf, optional, text } from "./decoder.ts";
import { scopesByRole } from "./role-scopes.ts";

export const role = oneOf(scopesByRole);
const scope = oneOf<Scope>({
  "flights.search": true,
  "flights.book": true,
  "usage.read": true,
  "usage.write": true,
  "billing.read": true,
  "billing.write": true,
  "accounts.read": true,
  "accounts.write": true,
});
const webhookStatus = oneOf<WebhookStatus>({
  pending_verification: true,
  active: true,
  paused: true,
  verification_failed: true,
  disabled: true,
});

export const readSession = object<PortalSession>({
  user: object({ id: text, name: text, email: nullable(text) }),
  account: object({ id: text, name: text, testClockOffsetSeconds: integer }),
  role,
  operator: boolean,
  acting: nullable(object({ changes: boolean, expiresAt: text })),
  otherAccounts: boolean,
  singleSignOn: boolean,
  scopes: list(scope),
  stepUpExpiresAt: nullable(text),
  security: object({
    password: boolean,
    totp: boolean,
    passkeys: integer,
    recoveryCodesLeft: integer,
  }),
  needs: list(oneOf<"profile">({ profile: true })),
});

export const readDevices = object<{ data: SignedInDevice[] }>({
  data: list(
    object({
      id: text,
      accountName: text,
      device: text,
      address: text,
      createdAt: text,
      lastUsedAt: text,
      current: boolean,
    }),
  ),
});

const accountStatus = oneOf<PortalAccount["status"]>({ active: true, suspended: true, closing: true, closed: true });

export const readAccounts = object<PortalAccounts>({
  data: list(object({ id: text, name: text, role, status: accountStatus, current: boolean })),
});

export const readSignUpOptions = object<SignUpOptions>({
  signUp: oneOf<SignUpOptions["signUp"]>({ closed: true, invite: true, open: true }),
  mail: boolean,
});

const oauthScope = oneOf<OAuthScope>({ "flights.search": true, "flights.book": true, "usage.read": true });

export const readOAuthConsent = object<OAuthConsent>({
  clientName: text,
  redirect: object({ host: text, isLoopback: boolean }),
  scopes: list(oauthScope),
  account: object({ name: text }),
  plan: object({ title: text, searchesIncluded: integer, overage: nullable(text) }),
  error: nullable(text),
  refusalUrl: text,
});

export const readOAuthGrant = object<OAuthGrant>({ url: text });

export const readInvitationPreview = object<InvitationPreview>({ account: object({ name: text }), role });

export const readPasskeys = object<{ data: PortalPasskey[] }>({
  data: list(object({ id: text, name: text, createdAt: text, lastUsedAt: nullable(text) })),
});

export const readNewTotp = object<NewTotp>({ secret: text, uri: text });

export const readRecoveryCodes = object<RecoveryCodes>({ recoveryCodes: list(text) });

const invitation = { id: text, email: text, role, createdAt: text, expiresAt: text };

export const readNewInvitation = object<NewInvitation>({
  ...invitation,
  url: text,
  mailed: boolean,
  singleSignOn: boolean,
});

export const readTeam = object<Team>({
  members: list(
    object({
      id: text,
      name: text,
      email: nullable(text),
      role,
      joinedAt: text,
      lastUsedAt: nullable(text),
    }),
  ),
  invitations: list(object(invitation)),
});

export const readOverview = object<Overview>({
  from: text,
  requests: integer,
  errors: integer,
  p50Ms: nullable(number),
  p95Ms: nullable(number),
  series: list(
    object({
      from: text,
      requests: integer,
      errors: integer,
      p95Ms: nullable(number),
    }),
  ),
  deliveries: object({ delivered: integer, awaitingRetry: integer, deadLettered: integer }),
  hasWebhooks: boolean,
  unhealthyWebhooks: list(
    object({
      id: text,
      url: text,
      status: webhookStatus,
      failures: integer,
      firstFailureAt: nullable(text),
    }),
  ),
});

export const readAllowlistDryRun = object<AllowlistDryRun>({
  from: text,
  requests: integer,
  refused: integer,
  addresses: list(object({ address: text, requests: integer, lastAt: text, allowed: boolean })),
});

/** Error response (RFC 9457). Unknown codes are accepted and shown like known ones. */
export const readProblem = object<Pick<Problem, "title" | "detail" | "requestId" | "errors"> & { code: string }>({
  title: text,
  code: text,
  detail: text,
  requestId: text,
  errors: optional(
    list(
      object({
        pointer: text,
        code: guard((value): value is FieldError["code"] => typeof value === "string", "a string"),
        detail: text,
      }),
    ),
  ),
});
