import type { ChangeKey, CreateKey } from "@wayfare/contract";
import { isInsideRanges, parseAddressRange, rangeContains } from "@wayfare/egress";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDatabaseKinds } from "../../../../tests/databases.ts";
import { bodyOf, plainKey, startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { type KeyOptions, startMs } from "../running-app.ts";

const dayMs = 86_400_000;
const list = ["127.0.0.0/8", "2001:db8::/32"];
const tomorrow = new Date(startMs + dayMs).toISOString();
const later = new Date(startMs + 2 * dayMs).toISOString();
const beyond = { status: 403, body: { code: "AUTH_BOUNDS_EXCEEDED" } };

describe.each(testDatabaseKinds)("on %s", (kind) => {
  async function start() {
    const { app, database } = await startApp(kind);
    const make = async (options: KeyOptions = {}) => {
      const secret = await app.makeKey(options);
      const { id } = bodyOf("Key", await app.call("/v1/keys/self", { key: secret }));
      return { secret, id };
    };
    const call = async (key: string, method: string, path: string, body?: object) => {
      const answer = await app.call(path, { method, key, ...(body === undefined ? {} : { body }) });
      return { ...answer, key: bodyOf("NewKey", answer) };
    };
    return { app, database, make, call };
  }

  test("a new key inherits expiry and allowlist of the calling key and can only have narrower ones", async () => {
    const { make, call } = await start();
    const bounded = await make({ expiresAtMs: startMs + dayMs, ipAllowlist: list });
    const post = (changes: Partial<CreateKey>) => call(bounded.secret, "POST", "/v1/keys", { ...plainKey, ...changes });
    const inherited = { expiresAt: tomorrow, ipAllowlist: list };
    for (const absent of [{}, { expiresAt: null }, { ipAllowlist: [] }]) {
      expect((await post(absent)).key).toMatchObject(inherited);
    }
    const narrower = {
      expiresAt: new Date(startMs + 1000).toISOString(),
      ipAllowlist: ["127.1.0.0/16", "2001:db8::1"],
    };
    expect((await post(narrower)).key).toMatchObject({ ...narrower, ipAllowlist: ["127.1.0.0/16", "2001:db8::1/128"] });
    expect(await post({ expiresAt: later })).toMatchObject(beyond);
    for (const wider of ["0.0.0.0/0", "126.0.0.0/7", "128.0.0.0/8", "2001:db8::/31", "::/0"]) {
      expect(await post({ ipAllowlist: ["127.0.0.1", wider] }), wider).toMatchObject(beyond);
    }
    const unbounded = await make();
    expect((await call(unbounded.secret, "POST", "/v1/keys", plainKey)).key).toMatchObject({
      expiresAt: null,
      ipAllowlist: [],
    });
  });

  test("a key cannot widen its own bounds, or those of other keys beyond its own", async () => {
    const { make, call } = await start();
    const bounded = await make({ expiresAtMs: startMs + dayMs, ipAllowlist: list });
    const sibling = await make({ expiresAtMs: startMs + 1000, ipAllowlist: ["127.0.0.0/16"] });
    const free = await make({ scopes: ["usage.read"] });
    const change = (id: string, body: ChangeKey) => call(bounded.secret, "PATCH", `/v1/keys/${id}`, body);
    for (const { id } of [bounded, sibling]) {
      const lifts = [{ expiresAt: null }, { expiresAt: later }, { ipAllowlist: [] }, { ipAllowlist: ["0.0.0.0/0"] }];
      for (const body of lifts) expect(await change(id, body), JSON.stringify(body)).toMatchObject(beyond);
    }
    expect((await change(sibling.id, { expiresAt: tomorrow, ipAllowlist: list })).status).toBe(200);
    // Narrowing a key with wider bounds, and changes of other members, are allowed.
    expect((await change(free.id, { name: "Free", expiresAt: later })).status).toBe(200);
    // Adding scopes to a key outside of the caller's bounds is not.
    expect(await change(free.id, { scopes: ["usage.read", "flights.book"] })).toMatchObject(beyond);
    const tied = { scopes: ["usage.read", "flights.book"], expiresAt: tomorrow, ipAllowlist: list } satisfies ChangeKey;
    expect((await change(free.id, tied)).status).toBe(200);
  });

  test("a roll inherits missing bounds from the calling key and is rejected if the key has wider ones", async () => {
    const { make, call } = await start();
    const bounded = await make({ expiresAtMs: startMs + dayMs, ipAllowlist: list });
    const roll = async (options: KeyOptions) =>
      call(bounded.secret, "POST", `/v1/keys/${(await make(options)).id}/roll`, {});
    expect((await roll({})).key).toMatchObject({ expiresAt: tomorrow, ipAllowlist: list });
    expect(await roll({ expiresAtMs: startMs + 2 * dayMs })).toMatchObject(beyond);
    expect(await roll({ ipAllowlist: ["0.0.0.0/0"] })).toMatchObject(beyond);
    const own = await call(bounded.secret, "POST", `/v1/keys/${bounded.id}/roll`, {});
    expect(own.key).toMatchObject({ expiresAt: tomorrow, ipAllowlist: list });
  });

  test("a key of an application creates keys of that application only", async () => {
    const { app, make, call } = await start();
    const application = async (name: string) =>
      bodyOf("Application", await app.call("/v1/applications", { body: { name } })).id;
    const [own, other] = [await application("Own"), await application("Other")];
    const bound = await make({ applicationId: own });
    const post = (applicationId?: string | null) =>
      call(bound.secret, "POST", "/v1/keys", {
        ...plainKey,
        ...(applicationId === undefined ? {} : { applicationId }),
      });
    for (const wanted of [undefined, null, own]) expect((await post(wanted)).key).toMatchObject({ applicationId: own });
    expect(await post(other)).toMatchObject(beyond);
    const foreign = await make({ applicationId: other });
    for (const action of ["revoke", "roll"]) {
      expect((await call(bound.secret, "POST", `/v1/keys/${foreign.id}/${action}`, {})).status).toBe(404);
    }
    const searched = await app.call("/v1/search", {
      key: foreign.secret,
      body: { origin: "JFK", destination: "LHR", departureDate: "2027-01-20" },
    });
    const offer = `/v1/offers/${/"(off_[^"]+)"/.exec(searched.text)?.[1]}`;
    expect((await app.call(offer, { key: foreign.secret })).status).toBe(200);
    expect((await app.call(offer, { key: bound.secret })).status).toBe(404);
    const repeated = { "idempotency-key": "same" };
    const body = plainKey;
    expect((await app.call("/v1/keys", { key: foreign.secret, body, headers: repeated })).status).toBe(201);
    const another = await app.call("/v1/keys", { key: bound.secret, body, headers: repeated });
    expect(another.headers.has("idempotent-replayed")).toBe(false);
    expect(another).toMatchObject({ status: 201, body: { applicationId: own } });
  });

  test("only owners in the portal can change, roll and revoke service keys", async () => {
    const { app, database, make } = await start();
    const live = await make({ environment: "live" });
    const application = bodyOf(
      "Application",
      await app.call("/v1/applications", { key: live.secret, body: { name: "Service" } }),
    ).id;
    const service = await make({ environment: "service", applicationId: application });
    const headers = { "wayfare-environment": "live" };
    const actions = [
      { path: `/v1/keys/${service.id}`, method: "PATCH", body: { name: "Changed" } },
      { path: `/v1/applications/${application}`, method: "DELETE" },
      { path: `/v1/keys/${service.id}/roll`, method: "POST", body: {} },
      { path: `/v1/keys/${service.id}/revoke`, method: "POST", body: {} },
    ];
    const developer = await signInAs({ app, database }, { role: "developer" });
    for (const { path, ...options } of actions) {
      const refused = { status: 403, body: { code: "AUTH_ENVIRONMENT_MISMATCH" } };
      for (const key of [live.secret, service.secret]) {
        if (path.includes("applications") && key === service.secret) continue;
        expect(await app.call(path, { key, ...options }), path).toMatchObject(refused);
      }
      const answer = await developer.call(path, { ...options, headers });
      expect(answer, path).toMatchObject({ status: 403, body: { code: "ROLE_MISSING" } });
    }
    const [change, , roll, revoke] = actions;
    const owner = await signInAs({ app, database });
    for (const action of [change, roll, revoke]) {
      if (action === undefined) continue;
      const { path, ...options } = action;
      expect([200, 201], path).toContain((await owner.call(path, { ...options, headers })).status);
    }
  });
});

test("a range contains another if and only if it contains all its addresses", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const near = fc.record({ tail: fc.integer({ min: 0, max: 15 }), prefix: fc.integer({ min: 26, max: 32 }) });
  const text = ({ tail, prefix }: { tail: number; prefix: number }, c: number) => `10.0.${c}.${tail}/${prefix}`;
  const property = fc.property(octet, near, near, (c, left, right) => {
    const [outer, inner] = [parseAddressRange(text(left, c)), parseAddressRange(text(right, c))];
    if (outer === undefined || inner === undefined) throw new Error("a range that cannot be read");
    const addresses = Array.from({ length: 256 }, (_, tail) => `10.0.${c}.${tail}`);
    const inside = addresses.filter((address) => isInsideRanges([inner], address));
    expect(rangeContains(outer, inner)).toBe(inside.every((address) => isInsideRanges([outer], address)));
  });
  fc.assert(property, { seed: 1 });
});
