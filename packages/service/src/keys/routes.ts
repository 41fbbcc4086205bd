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
  ref,
} from "@wayfare/contract";
import { runUnitOfWork } from "@wayfare/database";
import { inheritApplication } from "../applications/rules.ts";
import { actorOf } from "../audit/actor.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf, timesOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
import { listQuery, listResponses, readCallerPage } from "../http/pagination.ts";
import { bodyProblems, problemResponses } from "../http/problem-responses.ts";
import { type EffectResult, idempotencyHeader, idempotencyProblems } from "../storage/idempotency.ts";
import type { ResourceDeps } from "../storage/resource-deps.ts";
import { inheritBounds } from "./bounds.ts";
import { applyChanges, forceQuery } from "./change.ts";
import {
  assertScopesWithin,
  assertServiceKeyAccess,
  createKey,
  lockKey,
  lockKeyToRoll,
  readAllowlist,
  readExpiry,
  revokeLockedKey,
  rollKey,
} from "./rules.ts";
import { findKey, listKeys } from "./store.ts";
import { toRevocation, toWireKey, toWireKeys } from "./wire.ts";

/** Kinds of key that can create keys. Service keys cannot. */
const creatable = ["test", "live"] as const;
const write = { access: ["usage.write"], stepUp: true, applicationKeys: "own" } as const;
const read = { access: ["usage.read"], applicationKeys: "own" } as const;
const tags = ["Keys"];

/** Errors of routes that change or replace a key. */
const changeProblems = [
  ...bodyProblems,
  "AUTH_ENVIRONMENT_MISMATCH",
  "ROLE_MISSING",
  "AUTH_BOUNDS_EXCEEDED",
  "NOT_FOUND",
  "STATE_INVALID",
] as const;

export function registerKeyRoutes(app: App, deps: ResourceDeps): void {
  registerKeyReading(app, deps);
  registerKeyCreation(app, deps);
  registerKeyChanges(app, deps);
}

function registerKeyReading(app: App, { database, clock, cursors, accessCache }: ResourceDeps): void {
  app.get(
    "/v1/keys",
    {
      config: read,
      schema: {
        operationId: "listKeys",
        tags,
        summary: "List keys",
        description:
          "Lists the keys of the caller's environment, newest first, without their secrets. Revoked and expired keys are included; live and service keys are listed together. Filter by status, application, text (`search`), or keys unused for 90 days (`idle`).",
        querystring: listQuery(keyQuery),
        response: listResponses(KeySchema),
      },
    },
    async (request) => {
      const nowMs = nowOf(clock, getCaller(request));
      const page = await readCallerPage(cursors, request, async (caller, { filters: filter, ...range }) => {
        await accessCache.flush();
        return listKeys(database, caller, { filter, nowMs, ...range });
      });
      return { ...page, data: await toWireKeys(database, page.data, nowMs) };
    },
  );
  const respondWith = async (caller: ReturnType<typeof getCaller>, id: string) => {
    await accessCache.flush();
    const key = await findKey(database, caller, id);
    if (key === undefined) throw notFound("key", id);
    return toWireKey(database, key, nowOf(clock, caller));
  };
  app.get(
    "/v1/keys/self",
    {
      config: { access: [], applicationKeys: "own" },
      schema: {
        operationId: "getOwnKey",
        tags,
        summary: "Get the calling key",
        description:
          "Returns the key that sent the request, with its environment, scopes, allowlist and expiry. Use it to check that a key works.",
        response: { 200: ref(KeySchema), ...problemResponses([]) },
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
        summary: "Get a key",
        description:
          "Returns one key of the caller's environment, without its secret. `lastUsedAt` can be up to 15 seconds old if several processes serve the API.",
        params: KeyParamsSchema,
        response: { 200: ref(KeySchema), ...problemResponses(["NOT_FOUND"]) },
      },
    },
    (request) => respondWith(getCaller(request), request.params.id),
  );
}

function registerKeyCreation(app: App, { secrets, accessCache, runIdempotent }: ResourceDeps): void {
  app.post(
    "/v1/keys",
    {
      config: { ...write, environments: creatable, compress: false },
      schema: {
        operationId: "createKey",
        tags,
        summary: "Create a key",
        description:
          "Creates a key in the environment of the caller, with scopes that the caller has. The new key inherits the expiry, allowlist, usage limits and application of the calling key; an earlier expiry, a narrower allowlist and lower limits can be set. Keys that a key with a usage limit creates share its count. The secret is returned only in this response and cannot be retrieved later. Only an owner in the portal or the operator can create service keys.",
        headers: idempotencyHeader,
        body: ref(CreateKeySchema),
        response: {
          201: { ...ref(NewKeySchema), description: "The new key with its secret." },
          ...problemResponses([
            ...bodyProblems,
            "AUTH_ENVIRONMENT_MISMATCH",
            "AUTH_BOUNDS_EXCEEDED",
            ...idempotencyProblems,
          ]),
        },
      },
    },
    (request, reply) => {
      const caller = getCaller(request);
      const { name, environment, scopes, ipAllowlist = [], usageLimits = {}, metadata = {}, expiresAt } = request.body;
      assertCreatableKind(caller, environment);
      assertScopesWithin(caller.scopes, scopes);
      const applicationId = inheritApplication(caller, request.body.applicationId ?? null);
      const ranges = readAllowlist(ipAllowlist, environment);
      return runIdempotent(request, reply, async (unit): Promise<EffectResult<NewKey>> => {
        const { accountId } = caller;
        // Checked inside the idempotent run, because a replay must succeed after the expiry has passed.
        const requested = { expiresAtMs: readExpiry(expiresAt, unit.nowMs), ipAllowlist: ranges, usageLimits };
        const bounds = inheritBounds(caller, requested);
        const key = { accountId, name, environment, scopes, applicationId, metadata, ...bounds };
        const { record, rawKey } = await createKey(unit, { secrets }, key, actorOf(request));
        const body = await toWireKey(unit.tx, record, unit.nowMs);
        return { status: 201, body, secrets: { secret: rawKey } };
      });
    },
  );
  app.post(
    "/v1/keys/:id/roll",
    {
      config: { ...write, environments: creatable, compress: false },
      schema: {
        operationId: "rollKey",
        tags,
        summary: "Roll a key",
        description:
          "Creates a new key with the same settings and returns its secret, which cannot be retrieved later. The old key is revoked when the overlap ends, after 24 hours by default. The new key continues the count of usage limits. If the key has no expiry, allowlist or usage limit, the new key gets that of the calling key. Returns 409 if the key is not active or has already been rolled. Sends `key.revoked`. Only an owner in the portal can roll service keys.",
        headers: idempotencyHeader,
        params: KeyParamsSchema,
        body: ref(RollKeySchema),
        response: {
          201: { ...ref(NewKeySchema), description: "The new key with its secret." },
          ...problemResponses([...changeProblems, ...idempotencyProblems]),
        },
      },
    },
    (request, reply) => {
      const caller = getCaller(request);
      const overlapMs = (request.body.overlapSeconds ?? 86_400) * 1000;
      return runIdempotent(request, reply, async (unit): Promise<EffectResult<NewKey>> => {
        const key = await lockKeyToRoll(unit, caller, request.params.id);
        assertServiceKeyAccess(caller, key);
        assertScopesWithin(caller.scopes, key.scopes);
        const deps = { secrets, invalidate: accessCache.invalidate };
        const bounds = inheritBounds(caller, key);
        const { record, rawKey } = await rollKey(unit, deps, { key, bounds, overlapMs, actor: actorOf(request) });
        const body = await toWireKey(unit.tx, record, unit.nowMs);
        return { status: 201, body, secrets: { secret: rawKey } };
      });
    },
  );
}

/** Callers create only keys of the same kind. Only the operator or an owner in the portal creates service keys. */
function assertCreatableKind({ keyEnvironment: own, session }: Caller, requested: KeyEnvironment): void {
  if (requested === own || (requested === "service" && own === "live" && session?.role === "owner")) return;
  const detail = `A ${own} key can only create ${own} keys. The operator, or an owner in the live portal, can create service keys.`;
  throw new DomainError("AUTH_ENVIRONMENT_MISMATCH", { detail });
}

function registerKeyChanges(app: App, { database, clock, secrets, accessCache }: ResourceDeps): void {
  const keyDeps = { secrets, invalidate: accessCache.invalidate };
  app.patch(
    "/v1/keys/:id",
    {
      config: write,
      schema: {
        operationId: "changeKey",
        tags,
        summary: "Change a key",
        description:
          "Changes the name, scopes, IP allowlist, expiry, usage limits or metadata of an active key. New scopes must be among those of the caller, and expiry, allowlist and usage limits cannot exceed those of the calling key. Returns 409 if the key is not active, or if its new allowlist excludes the caller's IP address and `force` is not true. Only an owner in the portal can change service keys.",
        params: KeyParamsSchema,
        querystring: forceQuery,
        body: ref(ChangeKeySchema),
        response: {
          200: ref(KeySchema),
          ...problemResponses([...changeProblems, "ALLOWLIST_EXCLUDES_CALLER"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const { params, body, query } = request;
        const context = { caller: getCaller(request), actor: actorOf(request), force: query.force === true };
        const changed = await applyChanges(unit, keyDeps, { id: params.id, body, ...context });
        return toWireKey(unit.tx, changed, unit.nowMs);
      }),
  );
  app.post(
    "/v1/keys/:id/revoke",
    {
      config: { ...write },
      schema: {
        operationId: "revokeKey",
        tags,
        summary: "Revoke a key",
        description:
          "Revokes a key. It works for another 60 seconds, and requests accepted in that time can finish. Sends `key.revoked`. Revoking a key again has no effect. Only an owner in the portal or the operator can revoke service keys. To revoke a key without a grace period, use `POST /v1/keys/revoke-leaked`.",
        params: KeyParamsSchema,
        body: noBody,
        response: {
          200: ref(RevocationSchema),
          ...problemResponses([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "ROLE_MISSING", "NOT_FOUND"]),
        },
      },
    },
    (request) =>
      runUnitOfWork(database, timesOf(clock, getCaller(request)), async (unit) => {
        const caller = getCaller(request);
        const key = await lockKey(unit, caller, request.params.id);
        assertServiceKeyAccess(caller, key);
        return toRevocation(await revokeLockedKey(unit, keyDeps, key, actorOf(request)), unit.nowMs);
      }),
  );
}
