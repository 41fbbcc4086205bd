import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { BillingAnswer } from "@wayfare/billing";
import {
  DomainError,
  type Fault,
  FaultSchema,
  isErrorCode,
  type Key,
  KeySchema,
  MetadataSchema,
  nullable,
  type Revocation,
  RevocationSchema,
} from "@wayfare/contract";
import { Ajv } from "ajv";
import { Type } from "typebox";
import type { DroppedSecret, SecretsRotation, SecretsStatus } from "../server-secrets/rotation.ts";
import type { MadeKey, Operator } from "./commands.ts";
import type { LoginLink } from "./login-link.ts";
import type { LostQuotaLease } from "./quotas.ts";

/** The running service could not do what it was asked to, or answered in a way that this version does not know. */
export class AdminSocketError extends Error {
  override name = "AdminSocketError";
}

interface Refusal {
  error: string;
  code?: string;
  errors?: Fault[];
}

const RefusalSchema = Type.Object({
  error: Type.String(),
  code: Type.Optional(Type.String()),
  errors: Type.Optional(Type.Array(FaultSchema)),
});
/** Whatever name was let in by the rules of its day is shown: one of them must not hide all keys from the operator. */
const KeyFields = Type.Object({ ...KeySchema.properties, name: Type.String() });

const ajv = new Ajv({ strict: false, validateFormats: false, schemas: [MetadataSchema] });
const isMadeKey = ajv.compile<MadeKey>(Type.Intersect([KeyFields, Type.Object({ secret: Type.String() })]));
const isKeyList = ajv.compile<{ data: Key[] }>(Type.Object({ data: Type.Array(KeyFields) }));
const isRevocation = ajv.compile<Revocation>(RevocationSchema);
const isLoginLink = ajv.compile<LoginLink>(
  Type.Object({ url: Type.String(), email: nullable(Type.String()), expiresAt: Type.String() }),
);
/** It is printed as it came, so that it is something with an id is all that matters. */
const isBillingAnswer = ajv.compile<BillingAnswer>(Type.Object({ id: Type.String() }));
const SecretsStatusSchema = Type.Object({
  current: Type.String(),
  secrets: Type.Array(
    Type.Object({
      secretId: Type.String(),
      webhookSecrets: Type.Integer(),
      authenticators: Type.Integer(),
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
const SealedCountsSchema = Type.Object({ webhookSecrets: Type.Integer(), authenticators: Type.Integer() });
const isSecretsStatus = ajv.compile<SecretsStatus>(SecretsStatusSchema);
const isSecretsRotation = ajv.compile<SecretsRotation>(
  Type.Object({
    ...SecretsStatusSchema.properties,
    resealed: SealedCountsSchema,
    unreadable: SealedCountsSchema,
  }),
);
const isDroppedSecret = ajv.compile<DroppedSecret>(
  Type.Object({ ...SecretsStatusSchema.properties, dropped: Type.String(), revokedKeys: Type.Integer() }),
);
const isLeaseList = ajv.compile<{ data: LostQuotaLease[] }>(
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
const isRefusal = ajv.compile<Refusal>(RefusalSchema);

/** Whether somebody listens on a socket. */
export async function isAnswered(path: string): Promise<boolean> {
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

/** The operator of the service that listens on a socket. */
export function makeAdminClient(path: string): Operator {
  return {
    createKey: (order) => ask(path, { method: "POST", target: "/keys", body: order, fits: isMadeKey }),
    async listKeys(question) {
      return (await ask(path, { method: "GET", target: `/keys${queryOf(question)}`, fits: isKeyList })).data;
    },
    readSecrets: () => ask(path, { method: "GET", target: "/secrets", fits: isSecretsStatus }),
    rotateSecrets: () => ask(path, { method: "POST", target: "/secrets/rotate", fits: isSecretsRotation }),
    dropSecret: (id) =>
      ask(path, { method: "POST", target: `/secrets/${encodeURIComponent(id)}/drop`, fits: isDroppedSecret }),
    bill: (order) => ask(path, { method: "POST", target: "/billing", body: order, fits: isBillingAnswer }),
    revokeKey: (id, account = {}) => {
      const target = `/keys/${encodeURIComponent(id)}/revoke${queryOf(account)}`;
      return ask(path, { method: "POST", target, fits: isRevocation });
    },
    async settleQuotas(order) {
      return (await ask(path, { method: "POST", target: "/quotas/settle", body: order, fits: isLeaseList })).data;
    },
    createLoginLink: (order) => ask(path, { method: "POST", target: "/login-links", body: order, fits: isLoginLink }),
  };
}

interface Question<Answer> {
  method: "GET" | "POST";
  target: string;
  body?: unknown;
  fits: (value: unknown) => value is Answer;
}

async function ask<Answer>(socketPath: string, { method, target, body, fits }: Question<Answer>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; answer: unknown }>();
  const headers = { "content-type": "application/json" };
  const request = httpRequest({ socketPath, method, path: target, headers, agent: false }, (response) => {
    text(response)
      .then((json) => resolve({ status: response.statusCode ?? 0, answer: parse(json) }))
      .catch(reject);
  });
  request.on("error", reject);
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const { status, answer } = await promise;
  if (status === 200 && fits(answer)) return answer;
  throw toError(answer);
}

/** An answer of the running service as it comes; one that breaks off is an error while it is read. */
export async function fetchStream(
  socketPath: string,
  target: string,
  method: "GET" | "POST" = "GET",
): Promise<IncomingMessage> {
  const request = httpRequest({ socketPath, method, path: target, agent: false });
  const responding = once(request, "response");
  request.end();
  const [response]: IncomingMessage[] = await responding;
  if (response === undefined) throw new AdminSocketError("The running service gave no answer.");
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

function toError(answer: unknown): Error {
  if (!isRefusal(answer)) {
    return new AdminSocketError("The running service answers in another way than expected; is it of this version?");
  }
  const { error, code, errors = [] } = answer;
  return code !== undefined && isErrorCode(code)
    ? new DomainError(code, { detail: error, errors })
    : new AdminSocketError(error);
}

function queryOf(members: Readonly<Record<string, string | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query.toString()}`;
}
