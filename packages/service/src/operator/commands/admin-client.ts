import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { BillingCommandResult } from "@wayfare/billing";
import {
  DomainError,
  type FieldError,
  FieldErrorSchema,
  isErrorCode,
  type Key,
  KeySchema,
  MetadataSchema,
  nullable,
  type Revocation,
  RevocationSchema,
  UsageLimitStateSchema,
  UsageLimitStatesSchema,
} from "@wayfare/contract";
import { Type } from "typebox";
import { lazyChecks } from "../../http/lazy-check.ts";
import type { DroppedSecret, SecretsRotation, SecretsStatus } from "../server-secrets/rotation.ts";
import type { AccountCommandResult } from "./account-commands.ts";
import type { CreatedKey, Operator } from "./commands.ts";
import type { LoginLink } from "./login-link.ts";
import type { PlanCommandResult } from "./plan-commands.ts";
import type { LostQuotaLease } from "./quotas.ts";
import type { StatusCommandResult } from "./status-commands.ts";

/** The running service failed, or sent an unknown response. */
export class AdminSocketError extends Error {
  override name = "AdminSocketError";
}

interface ErrorResponse {
  error: string;
  code?: string;
  errors?: FieldError[];
}

const ErrorResponseSchema = Type.Object({
  error: Type.String(),
  code: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(FieldErrorSchema)),
});
/** Accepts names that were valid under older rules, so that one of them does not hide all keys. */
const KeyFields = Type.Object({ ...KeySchema.properties, name: Type.String() });

const makeCheck = lazyChecks({
  validateFormats: false,
  schemas: [MetadataSchema, UsageLimitStateSchema, UsageLimitStatesSchema],
});
const isCreatedKey = makeCheck<CreatedKey>(Type.Intersect([KeyFields, Type.Object({ secret: Type.String() })]));
const isKeyList = makeCheck<{ data: Key[] }>(Type.Object({ data: Type.Array(KeyFields) }));
const isRevocation = makeCheck<Revocation>(RevocationSchema);
const isLoginLink = makeCheck<LoginLink>(
  Type.Object({ url: Type.String(), email: nullable(Type.String()), expiresAt: Type.String() }),
);
/** Printed unchanged, so only the id is checked. */
const isBillingResult = makeCheck<BillingCommandResult>(Type.Object({ id: Type.String() }));
/** Printed, so only the id, the link, or the rows of a list, are checked. */
const isAccountResult = makeCheck<AccountCommandResult>(
  Type.Union([
    Type.Object({ id: nullable(Type.String()) }),
    Type.Object({ email: Type.String(), url: nullable(Type.String()) }),
    Type.Object({ data: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), status: Type.String() })) }),
    Type.Object({
      data: Type.Array(Type.Object({ id: Type.String(), email: Type.String(), expiresAt: Type.String() })),
    }),
  ]),
);
/** Printed, so only the name, or the rows of a list, are checked. */
const isPlanResult = makeCheck<PlanCommandResult>(
  Type.Union([
    Type.Object({ name: Type.String() }),
    Type.Object({
      data: Type.Array(
        Type.Object({
          name: Type.String(),
          current: Type.Object({ price: Type.Object({ amount: Type.String(), currency: Type.String() }) }),
        }),
      ),
    }),
  ]),
);
/** Printed, so only the kind and the rows are checked. */
const isStatusResult = makeCheck<StatusCommandResult>(
  Type.Union([
    Type.Object({ kind: Type.Literal("audit"), events: Type.Array(Type.Object({ id: Type.String() })) }),
    Type.Object({ kind: Type.Literal("queues"), state: Type.Object({ queues: Type.Array(Type.Object({})) }) }),
    Type.Object({ kind: Type.Literal("suppliers"), suppliers: Type.Array(Type.Object({ name: Type.String() })) }),
    Type.Object({
      kind: Type.Literal("health"),
      state: Type.Object({ database: Type.Object({}), checks: Type.Array(Type.Object({})) }),
    }),
  ]),
);
const SecretsStatusSchema = Type.Object({
  current: Type.String(),
  secrets: Type.Array(
    Type.Object({
      secretId: Type.String(),
      webhookSecrets: Type.Integer(),
      authenticators: Type.Integer(),
      supplierCredentials: Type.Integer(),
      clientSecrets: Type.Integer(),
      bookings: Type.Integer(),
      mails: Type.Integer(),
      keys: Type.Integer(),
      configured: Type.Boolean(),
    }),
  ),
  keys: Type.Array(
    Type.Object({
      id: Type.String(),
      accountId: Type.String(),
      environment: KeySchema.properties.environment,
      name: Type.String(),
      hint: Type.String(),
      secretId: Type.String(),
      lastUsedAt: nullable(Type.String()),
    }),
  ),
});
const SealedCountsSchema = Type.Object({
  webhookSecrets: Type.Integer(),
  authenticators: Type.Integer(),
  supplierCredentials: Type.Integer(),
  clientSecrets: Type.Integer(),
  bookings: Type.Integer(),
  mails: Type.Integer(),
});
const isSecretsStatus = makeCheck<SecretsStatus>(SecretsStatusSchema);
const isSecretsRotation = makeCheck<SecretsRotation>(
  Type.Object({
    ...SecretsStatusSchema.properties,
    resealed: SealedCountsSchema,
    unreadable: SealedCountsSchema,
  }),
);
const isDroppedSecret = makeCheck<DroppedSecret>(
  Type.Object({ ...SecretsStatusSchema.properties, dropped: Type.String(), revokedKeys: Type.Integer() }),
);
const isLeaseList = makeCheck<{ data: LostQuotaLease[] }>(
  Type.Object({
    data: Type.Array(
      Type.Object({
        accountId: Type.String(),
        periodStart: Type.String(),
        journal: Type.String(),
        units: Type.Integer(),
        expiredAt: Type.String(),
        status: Type.Enum(["lost", "waiting", "settled"]),
      }),
    ),
  }),
);
const isErrorResponse = makeCheck<ErrorResponse>(ErrorResponseSchema);

/** True if a process listens on a socket. */
export async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Creates an operator that sends commands to the service listening on a socket. */
export function makeAdminClient(path: string): Operator {
  return {
    createKey: (input) => sendRequest(path, { method: "POST", target: "/keys", body: input, fits: isCreatedKey }),
    async listKeys(input) {
      return (await sendRequest(path, { method: "GET", target: `/keys${queryOf(input)}`, fits: isKeyList })).data;
    },
    readSecrets: () => sendRequest(path, { method: "GET", target: "/secrets", fits: isSecretsStatus }),
    rotateSecrets: () => sendRequest(path, { method: "POST", target: "/secrets/rotate", fits: isSecretsRotation }),
    dropSecret: (id) =>
      sendRequest(path, { method: "POST", target: `/secrets/${encodeURIComponent(id)}/drop`, fits: isDroppedSecret }),
    runBillingCommand: (input) =>
      sendRequest(path, { method: "POST", target: "/billing", body: input, fits: isBillingResult }),
    runAccountCommand: (input) =>
      sendRequest(path, { method: "POST", target: "/accounts", body: input, fits: isAccountResult }),
    runPlanCommand: (input) => sendRequest(path, { method: "POST", target: "/plans", body: input, fits: isPlanResult }),
    runStatusCommand: (input) =>
      sendRequest(path, { method: "POST", target: "/status", body: input, fits: isStatusResult }),
    revokeKey: (id, account = {}) => {
      const target = `/keys/${encodeURIComponent(id)}/revoke${queryOf(account)}`;
      return sendRequest(path, { method: "POST", target, fits: isRevocation });
    },
    async settleQuotas(input) {
      return (await sendRequest(path, { method: "POST", target: "/quotas/settle", body: input, fits: isLeaseList }))
        .data;
    },
    createLoginLink: (input) =>
      sendRequest(path, { method: "POST", target: "/login-links", body: input, fits: isLoginLink }),
  };
}

interface AdminRequest<Result> {
  method: "GET" | "POST";
  target: string;
  body?: unknown;
  fits: (value: unknown) => value is Result;
}

async function sendRequest<Result>(
  socketPath: string,
  { method, target, body, fits }: AdminRequest<Result>,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; result: unknown }>();
  const headers = { "content-type": "application/json" };
  const request = httpRequest({ socketPath, method, path: target, headers, agent: false }, (response) => {
    text(response)
      .then((json) => resolve({ status: response.statusCode ?? 0, result: parse(json) }))
      .catch(reject);
  });
  request.on("error", reject);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const { status, result } = await promise;
  if (status === 200 && fits(result)) return result;
  throw toError(result);
}

/** Returns a response of the running service as a stream. Reading a truncated response throws. */
export async function fetchStream(
  socketPath: string,
  target: string,
  method: "GET" | "POST" = "GET",
): Promise<IncomingMessage> {
  const request = httpRequest({ socketPath, method, path: target, agent: false });
  const responding = once(request, "response");
  request.end();
  const [response]: IncomingMessage[] = await responding;
  if (response === undefined) throw new AdminSocketError("The running service sent no response.");
  if (response.statusCode !== 200) throw toError(parse(await text(response)));
  return response;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function toError(result: unknown): Error {
  if (!isErrorResponse(result)) {
    return new AdminSocketError(
      "Unexpected response of the running service. Check that it has the same version as the command line.",
    );
  }
  const { error, code, errors = [] } = result;
  return code !== undefined && isErrorCode(code)
    ? new DomainError(code, { detail: error, errors })
    : new AdminSocketError(error);
}

function queryOf(members: Readonly<Record<string, string | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
