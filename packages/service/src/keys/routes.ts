import {
  ChangeKeySchema,
  CreateKeySchema,
  DomainError,
  type KeyEnvironment,
  KeyParamsSchema,
  KeySchema,
  keyQuery,
  type NewKey,
  NewKeySchema,
  notFound,
  RevocationSchema,
  RollKeySchema,
  refer,
} from "@wayfare/contract";
import { runUnit } from "@wayfare/database";
import { Type } from "typebox";
import { actorOf } from "../audit/actor.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf } from "../http/caller.ts";
import { listAnswers, listQuery, readCallerPage } from "../http/pages.ts";
import { idempotencyHeader, type Made, onceProblems } from "../storage/idempotency.ts";
import type { ResourceParts } from "../storage/resource-parts.ts";
import { inheritBounds } from "./bounds.ts";
import { applyChanges, forceQuery } from "./change.ts";
import {
  createKey,
  readAllowlist,
  readExpiry,
  refuseServiceKey,
  refuseWiderScopes,
  revokeTakenKey,
  rollKey,
  takeKey,
  takeKeyToRoll,
} from "./rules.ts";
import { findKey, listKeys } from "./store.ts";
import { toRevocation, toWireKey } from "./wire.ts";

/** A service key mints none, and is minted by the operator. */
const minting = ["test", "live"] as const;
const write = { access: ["usage.write"], stepUp: true, applicationKeys: "own" } as const;
const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Keys"];

/** Problems of routes that change a key or replace it. */
const changeProblems = [
  ...bodyProblems,
  "AUTH_ENVIRONMENT_MISMATCH",
  "ROLE_MISSING",
  "AUTH_BOUNDS_EXCEEDED",
  "NOT_FOUND",
  "STATE_INVALID",
] as const;

export function registerKeyRoutes(app: App, parts: ResourceParts): void {
  registerKeyReading(app, parts);
  registerKeyMinting(app, parts);
  registerKeyChanges(app, parts);
}

function registerKeyReading(app: App, { database, clock, cursors, gate }: ResourceParts): void {
  app.get(
    "/v1/keys",
    {
      config: read,
      schema: {
        operationId: "listKeys",
        tags,
        summary: "List keys",
        description:
          "Keys of the caller's environment, newest first, without secrets. Live and service keys see each other.",
        querystring: listQuery(keyQuery),
        response: listAnswers(KeySchema),
      },
    },
    async (request) => {
      const nowMs = nowOf(clock, getCaller(request));
      const page = await readCallerPage(cursors, request, async (caller, { filters: filter, ...range }) => {
        await gate.flush();
        return listKeys(database, caller, { filter, nowMs, ...range });
      });
      return { ...page, data: page.data.map((key) => toWireKey(key, nowMs)) };
    },
  );
  const respondWith = async (caller: ReturnType<typeof getCaller>, id: string) => {
    await gate.flush();
    const key = await findKey(database, caller, id);
    if (key === undefined) throw notFound("key", id);
    return toWireKey(key, nowOf(clock, caller));
  };
  app.get(
    "/v1/keys/self",
    {
      config: { access: [], applicationKeys: "own" },
      schema: {
        operationId: "getOwnKey",
        tags,
        summary: "Read the calling key",
        response: { 200: refer(KeySchema), ...answers([]) },
      },
    },
    (request) => respondWith(getCaller(request), getCaller(request).id),
  );
  app.get(
    "/v1/keys/:id",
    {
      config: read,
      schema: {
        operationId: "getKey",
        tags,
        summary: "Read a key",
        params: KeyParamsSchema,
        response: { 200: refer(KeySchema), ...answers(["NOT_FOUND"]) },
      },
    },
    (request) => respondWith(getCaller(request), request.params.id),
  );
}

function registerKeyMinting(app: App, { secrets, gate, runOnce }: ResourceParts): void {
  app.post(
    "/v1/keys",
    {
      config: { ...write, environments: minting },
      schema: {
        operationId: "createKey",
        tags,
        summary: "Make a key",
        description:
          "A key of the caller's own environment, with scopes that the caller has. Expiry, allowlist and application of the calling key are inherited; an earlier expiry and a narrower allowlist can be set. The secret is in this answer and nowhere again.",
        headers: idempotencyHeader,
        body: refer(CreateKeySchema),
        response: {
          201: { ...refer(NewKeySchema), description: "Made." },
          ...answers([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "AUTH_BOUNDS_EXCEEDED", ...onceProblems]),
        },
      },
    },
    (request, reply) => {
      const caller = getCaller(request);
      const { name, environment, scopes, ipAllowlist = [], expiresAt } = request.body;
      refuseOtherKind(caller, environment);
      refuseWiderScopes(caller.scopes, scopes);
      const applicationId = inheritApplication(caller, request.body.applicationId ?? null);
      const ranges = readAllowlist(ipAllowlist, environment);
      return runOnce(request, reply, async (unit): Promise<Made<NewKey>> => {
        const { accountId } = caller;
        // In here, because a replay has to work when the instant is past.
        const wanted = { expiresAtMs: readExpiry(expiresAt, unit.nowMs), ipAllowlist: ranges };
        const key = { accountId, name, environment, scopes, applicationId, ...inheritBounds(caller, wanted) };
        const { record, rawKey } = await createKey(unit, { secrets }, key, actorOf(request));
        return { status: 201, body: toWireKey(record, unit.nowMs), secrets: { secret: rawKey } };
      });
    },
  );
  app.post(
    "/v1/keys/:id/roll",
    {
      config: { ...write, environments: minting, bodyIsOptional: true },
      schema: {
        operationId: "rollKey",
        tags,
        summary: "Roll a key",
        description:
          "A new key with the same settings, and its secret; the old one is revoked when the overlap is over. A key without expiry or allowlist gets those of the calling key. Service keys are rolled by an owner in the portal.",
        headers: idempotencyHeader,
        params: KeyParamsSchema,
        body: refer(RollKeySchema),
        response: {
          201: { ...refer(NewKeySchema), description: "Made." },
          ...answers([...changeProblems, ...onceProblems]),
        },
      },
    },
    (request, reply) => {
      const caller = getCaller(request);
      const overlapMs = (request.body.overlapSeconds ?? 86_400) * 1000;
      return runOnce(request, reply, async (unit): Promise<Made<NewKey>> => {
        const key = await takeKeyToRoll(unit, caller, request.params.id);
        refuseServiceKey(caller, key);
        refuseWiderScopes(caller.scopes, key.scopes);
        const parts = { secrets, forget: gate.forget };
        const bounds = inheritBounds(caller, key);
        const { record, rawKey } = await rollKey(unit, parts, { key, bounds, overlapMs, actor: actorOf(request) });
        return { status: 201, body: toWireKey(record, unit.nowMs), secrets: { secret: rawKey } };
      });
    },
  );
}

/** A caller makes keys of its own kind; service keys are made by the operator, and by an owner in the portal. */
function refuseOtherKind({ keyEnvironment: own, session }: Caller, wanted: KeyEnvironment): void {
  if (wanted === own || (wanted === "service" && own === "live" && session?.role === "owner")) return;
  const detail = `A ${own} key makes ${own} keys only; service keys are made by the operator, or an owner in the live portal.`;
  throw new DomainError("AUTH_ENVIRONMENT_MISMATCH", { detail });
}

/** A key of an application makes keys of that application. */
function inheritApplication({ applicationId }: Caller, wanted: string | null): string | null {
  if (applicationId === null || wanted === null || wanted === applicationId) return wanted ?? applicationId;
  const detail = `The calling key belongs to the application ${applicationId}; it cannot make keys of another one.`;
  throw new DomainError("AUTH_BOUNDS_EXCEEDED", { detail });
}

function registerKeyChanges(app: App, { database, clock, secrets, gate }: ResourceParts): void {
  const keyParts = { secrets, forget: gate.forget };
  app.patch(
    "/v1/keys/:id",
    {
      config: write,
      schema: {
        operationId: "changeKey",
        tags,
        summary: "Change a key",
        description:
          "Scopes can only be widened by what the caller has, expiry and allowlist not beyond the calling key's own. A list that shuts the caller out needs `force`. Service keys are changed by an owner in the portal.",
        params: KeyParamsSchema,
        querystring: forceQuery,
        body: refer(ChangeKeySchema),
        response: {
          200: refer(KeySchema),
          ...answers([...changeProblems, "ALLOWLIST_EXCLUDES_CALLER"]),
        },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const { params, body, query } = request;
        const how = { caller: getCaller(request), actor: actorOf(request), force: query.force === true };
        return toWireKey(await applyChanges(unit, keyParts, { id: params.id, body, ...how }), unit.nowMs);
      }),
  );
  app.post(
    "/v1/keys/:id/revoke",
    {
      config: { ...write, bodyIsOptional: true },
      schema: {
        operationId: "revokeKey",
        tags,
        summary: "Revoke a key",
        description:
          "The key answers for 60 seconds more, and what was let in before that may finish. Revoking again changes nothing. Service keys are revoked by an owner in the portal.",
        params: KeyParamsSchema,
        body: Type.Object({}, { additionalProperties: false }),
        response: {
          200: refer(RevocationSchema),
          ...answers([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "ROLE_MISSING", "NOT_FOUND"]),
        },
      },
    },
    (request) =>
      runUnit(database, nowOf(clock, getCaller(request)), async (unit) => {
        const caller = getCaller(request);
        const key = await takeKey(unit, caller, request.params.id);
        refuseServiceKey(caller, key);
        return toRevocation(await revokeTakenKey(unit, keyParts, key, actorOf(request)), unit.nowMs);
      }),
  );
}
