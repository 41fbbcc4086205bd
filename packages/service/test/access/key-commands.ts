import { accountScopes, type Key, keyStatuses, type NewKey, type Revocation, type Scope } from "@wayfare/contract";
import fc from "fast-check";
import { expect } from "vitest";
import type { RunningApp } from "../running-app.ts";
import {
  type KeyModel,
  type ModelKey,
  type Outcome,
  predictChange,
  predictCreation,
  predictRoll,
  predictStatus,
  predictUse,
  revokeInModel,
  rollInModel,
} from "./key-model.ts";

/** The app, and two keys without expiry that manage the other keys. */
export interface KeyWorld {
  app: RunningApp;
  managers: readonly { key: string; scopes: readonly Scope[] }[];
  /** All kinds of responses so far, to check that the commands cover enough. */
  seen: Set<string>;
}

export const managerScopes: readonly (readonly Scope[])[] = [
  accountScopes,
  ["usage.write", "billing.read", "flights.search"],
];

type Command = fc.AsyncCommand<KeyModel, KeyWorld>;
type Run = (model: KeyModel, world: KeyWorld) => Promise<void>;
type RunOnKey = (key: ModelKey, model: KeyModel, world: KeyWorld) => Promise<void>;

const command = (name: string, run: Run): Command => ({ check: () => true, run, toString: () => name });

/** A command on one of the existing keys. */
const keyCommand = (name: string, at: number, run: RunOnKey): Command => ({
  check: (model) => model.keys.length > 0,
  async run(model, world) {
    const key = model.keys[at % model.keys.length];
    if (key !== undefined) await run(key, model, world);
  },
  toString: () => `${name} of key ${at}`,
});

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

async function ask<Body = unknown>(
  { app, seen }: KeyWorld,
  [method, path]: [string, string],
  options: { key: string; body?: unknown; expected: Outcome },
): Promise<Body> {
  const { key, body, expected } = options;
  const answer = await app.call(path, { method, key, body });
  const got: Outcome = answer.body.code === undefined ? answer : { status: answer.status, code: answer.body.code };
  expect({ status: got.status, code: got.code }, `${method} ${path}: ${answer.text}`).toEqual({
    code: undefined,
    ...expected,
  });
  seen.add(`${method} ${path.replace(/ak_\w+|app_\w+/, "{id}")} ${expected.status} ${expected.code ?? ""}`.trim());
  return JSON.parse(answer.text);
}

function managerOf({ managers }: KeyWorld, at: number) {
  const manager = managers[at];
  if (manager === undefined) throw new Error(`there is no manager ${at}`);
  return manager;
}

const seconds = 1000;
const hours = 3_600_000;
const days = 24 * hours;
const scopesArbitrary = fc.subarray([...accountScopes], { minLength: 1 });
const managerArbitrary = fc.nat(managerScopes.length - 1);
/** Milliseconds from now; null for no expiry. Times that are not in the future are rejected. */
const expiryArbitrary = fc.option(fc.constantFrom(-1, 0, 1, 60 * seconds, hours, 2 * days), { freq: 2 });

const creation = fc
  .record({
    manager: managerArbitrary,
    wanted: scopesArbitrary,
    expiry: expiryArbitrary,
    application: fc.option(fc.nat(3)),
  })
  .map(({ manager: at, wanted, expiry, application }) =>
    command(`create ${wanted.join(" ")} for ${expiry}`, async (model, world) => {
      const manager = managerOf(world, at);
      const nowMs = world.app.clock.nowMs();
      const within = application === null ? undefined : model.applications[application % model.applications.length];
      const requested = { scopes: wanted, expiresAtMs: expiry === null ? null : nowMs + expiry };
      const applicationId = within?.id ?? null;
      const expected = predictCreation(manager.scopes, requested, {
        nowMs,
        inDeletedApplication: within?.deleted === true,
      });
      const body = {
        name: "Made",
        environment: "test",
        scopes: wanted,
        applicationId,
        expiresAt: instant(requested.expiresAtMs),
      };
      const made = await ask<NewKey>(world, ["POST", "/v1/keys"], { key: manager.key, body, expected });
      if (expected.status !== 201) return;
      const born = { createdAtMs: nowMs, revokedAtMs: null, graceEndsAtMs: null, rolledTo: null, name: "Made" };
      model.keys.push({ id: made.id, secret: made.secret ?? "", applicationId, ...requested, ...born });
    }),
  );

const change = fc
  .record({
    at: fc.nat(),
    manager: managerArbitrary,
    wanted: fc.option(scopesArbitrary, { nil: undefined }),
    expiry: fc.option(expiryArbitrary, { nil: undefined }),
    name: fc.option(fc.constantFrom("One", "Two"), { nil: undefined }),
  })
  .map(({ at, manager: by, wanted, expiry, name }) =>
    keyCommand(`change to ${JSON.stringify({ wanted, expiry, name })}`, at, async (key, _model, world) => {
      const manager = managerOf(world, by);
      const nowMs = world.app.clock.nowMs();
      const expiresAtMs = typeof expiry === "number" ? nowMs + expiry : expiry;
      const expected = predictChange(manager.scopes, key, { scopes: wanted, expiresAtMs }, nowMs);
      const expiresAt = expiresAtMs === undefined ? undefined : instant(expiresAtMs);
      const body = { name, scopes: wanted, expiresAt };
      await ask(world, ["PATCH", `/v1/keys/${key.id}`], { key: manager.key, body, expected });
      if (expected.status !== 200) return;
      key.name = name ?? key.name;
      key.scopes = wanted ?? key.scopes;
      if (expiresAtMs !== undefined) key.expiresAtMs = expiresAtMs;
    }),
  );

const roll = fc
  .record({ at: fc.nat(), manager: managerArbitrary, overlapSeconds: fc.constantFrom(0, 0, 300, 86_400, 604_800) })
  .map(({ at, manager: by, overlapSeconds }) =>
    keyCommand(`roll within ${overlapSeconds} s`, at, async (key, model, world) => {
      const manager = managerOf(world, by);
      const nowMs = world.app.clock.nowMs();
      const expected = predictRoll(manager.scopes, key, nowMs);
      const path = `/v1/keys/${key.id}/roll`;
      const made = await ask<NewKey>(world, ["POST", path], { key: manager.key, body: { overlapSeconds }, expected });
      if (expected.status !== 201) return;
      rollInModel(model, key, { id: made.id, secret: made.secret ?? "", nowMs, overlapMs: overlapSeconds * seconds });
    }),
  );

const revocation = fc.nat().map((at) =>
  keyCommand("revoke", at, async (key, _model, world) => {
    const nowMs = world.app.clock.nowMs();
    const { key: manager } = managerOf(world, 1);
    revokeInModel(key, nowMs);
    const expected = { status: 200 };
    const answer = await ask<Revocation>(world, ["POST", `/v1/keys/${key.id}/revoke`], { key: manager, expected });
    expect(answer).toEqual({
      id: key.id,
      status: predictStatus(key, nowMs) === "revoked" ? "revoked" : "revoking",
      revokedAt: instant(key.revokedAtMs),
      graceEndsAt: instant(key.graceEndsAtMs),
    });
  }),
);

const use = fc
  .record({
    at: fc.nat(),
    route: fc.constantFrom<[string, Scope | null]>(
      ["/v1/keys/self", null],
      ["/v1/applications", "usage.read"],
      ["/v1/account", "usage.read"],
    ),
  })
  .map(({ at, route: [path, scope] }) =>
    keyCommand(`use on ${path}`, at, async (key, _model, world) => {
      const isOfAccount = path === "/v1/account";
      const expected = predictUse(key, { scope, isOfAccount }, world.app.clock.nowMs());
      await ask(world, ["GET", path], { key: key.secret, expected });
    }),
  );

const reading = fc.nat().map((at) =>
  keyCommand("read", at, async (key, _model, world) => {
    const nowMs = world.app.clock.nowMs();
    const ends = { expiresAt: instant(key.expiresAtMs), revokedAt: instant(key.revokedAtMs) };
    const { key: manager } = managerOf(world, 1);
    const read = await ask<Key>(world, ["GET", `/v1/keys/${key.id}`], { key: manager, expected: { status: 200 } });
    const { id, name, rolledTo, applicationId } = key;
    const expected = { id, name, rolledTo, applicationId, scopes: key.scopes, ...ends };
    expect(read).toMatchObject({
      ...expected,
      graceEndsAt: instant(key.graceEndsAtMs),
      status: predictStatus(key, nowMs),
    });
    expect(read).not.toHaveProperty("secret");
  }),
);

const listing = fc.constantFrom(...keyStatuses).map((status) =>
  command(`list ${status}`, async ({ keys }, world) => {
    const nowMs = world.app.clock.nowMs();
    const path = `/v1/keys?limit=200&status=${status}`;
    const { key: manager } = managerOf(world, 1);
    const { data } = await ask<{ data: Key[] }>(world, ["GET", path], { key: manager, expected: { status: 200 } });
    const listed = data.filter((each) => each.name !== "Manager");
    const expected = keys.filter((key) => predictStatus(key, nowMs) === status);
    expect(listed.map((each) => each.id).toSorted()).toEqual(expected.map((key) => key.id).toSorted());
    expect(listed.every((each) => each.status === status)).toBe(true);
  }),
);

const deletion = fc.nat().map((at) =>
  command(`delete application ${at}`, async (model, world) => {
    const application = model.applications[at % model.applications.length];
    if (application === undefined) return;
    const nowMs = world.app.clock.nowMs();
    const expected = application.deleted ? { status: 404, code: "NOT_FOUND" } : { status: 200 };
    const where: [string, string] = ["DELETE", `/v1/applications/${application.id}`];
    const { key: manager } = managerOf(world, 1);
    const answer = await ask<{ revokedKeys: string[] }>(world, where, { key: manager, expected });
    if (application.deleted) return;
    application.deleted = true;
    const inside = model.keys.filter((key) => key.applicationId === application.id);
    const revoked = inside.filter((key) => revokeInModel(key, nowMs));
    expect(answer.revokedKeys.toSorted()).toEqual(revoked.map((key) => key.id).toSorted());
  }),
);

const advance = fc
  .constantFrom(0, 1, 29_999, 30_000, 59_999, 60_000, 60_001, hours, 6 * hours, days, 7 * days)
  .map((ms) => command(`advance ${ms} ms`, async (_model, { app }) => app.clock.advance(ms)));

/** Commands on keys; more frequent ones are listed several times. */
export const keyCommands = fc.commands(
  [
    creation,
    creation,
    creation,
    change,
    change,
    roll,
    roll,
    revocation,
    use,
    use,
    use,
    reading,
    listing,
    deletion,
  ].concat([advance, advance, advance]),
  { maxCommands: 30, size: "max" },
);
