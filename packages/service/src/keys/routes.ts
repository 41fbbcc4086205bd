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
import { inheritApplication } from "../applications/rules.ts";
import { actorOf } from "../audit/actor.ts";
import { answers, bodyProblems } from "../http/answers.ts";
import type { App } from "../http/app-type.ts";
import { type Caller, getCaller, nowOf } from "../http/caller.ts";
import { noBody } from "../http/json-body.ts";
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
          "Lists the keys of the caller's environment, newest first, without their secrets. Live and service keys are listed together. Revoked and expired keys are included.",
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
        summary: "Get the calling key",
        description:
          "Returns the key that sent the request: its environment, scopes, allowlist and expiry. Use it to check that a key works.",
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
        summary: "Get a key",
        description:
          "Returns one key of the caller's environment, without its secret. `lastUsedAt` may be a few seconds behind.",
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
        summary: "Create a key",
        description:
          "Creates a key of the caller's own environment with scopes that the caller has. The new key inherits the expiry, allowlist and application of the calling key; an earlier expiry and a narrower allowlist can be set. The secret is returned only in this response. Only an owner in the portal, or the operator, can create service keys.",
        headers: idempotencyHeader,
        body: refer(CreateKeySchema),
        response: {
          201: { ...refer(NewKeySchema), description: "The object was created." },
          ...answers([...bodyProblems, "AUTH_ENVIRONMENT_MISMATCH", "AUTH_BOUNDS_EXCEEDED", ...onceProblems]),
        },
      },
    },
    (request, reply) => {
      const caller = getCaller(request);
      const { name, environment, scopes, ipAllowlist = [], metadata = {}, expiresAt } = request.body;
      refuseOtherKind(caller, environment);
      refuseWiderScopes(caller.scopes, scopes);
      const applicationId = inheritApplication(caller, request.body.applicationId ?? null);
      const ranges = readAllowlist(ipAllowlist, environment);
      return runOnce(request, reply, async (unit): Promise<Made<NewKey>> => {
        const { accountId } = caller;
        // In here, because a replay has to work when the instant is past.
        const wanted = { expiresAtMs: readExpiry(expiresAt, unit.nowMs), ipAllowlist: ranges };
        const bounds = inheritBounds(caller, wanted);
        const key = { accountId, name, environment, scopes, applicationId, metadata, ...bounds };
        const { record, rawKey } = await createKey(unit, { secrets }, key, actorOf(request));
        return { status: 201, body: toWireKey(record, unit.nowMs), secrets: { secret: rawKey } };
      });
    },
  );
  app.post(
    "/v1/keys/:id/roll",
    {
      config: { ...write, environments: minting },
      schema: {
        operationId: "rollKey",
        tags,
        summary: "Roll a key",
        description:
          "Creates a new key with the same settings and returns its secret. The old key is revoked when the overlap ends, after 24 hours by default. A key without an expiry or allowlist gets those of the calling key. Only an owner in the portal can roll service keys.",
        headers: idempotencyHeader,
        params: KeyParamsSchema,
        body: refer(RollKeySchema),
        response: {
          201: { ...refer(NewKeySchema), description: "The object was created." },
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
          "Changes the name, scopes, allowlist or expiry of a key. The scopes must be among those of the caller, and expiry and allowlist cannot exceed those of the calling key. Answers 409 if the new allowlist excludes the caller, unless `force` is true. Only an owner in the portal can change service keys.",
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
      config: { ...write },
      schema: {
        operationId: "revokeKey",
        tags,
        summary: "Revoke a key",
        description:
          "Revokes a key. It still works for 60 seconds; requests that were accepted before then may finish. Revoking a key again changes nothing. Only an owner in the portal can revoke service keys.",
        params: KeyParamsSchema,
        body: noBody,
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
