import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, testDatabaseKinds } from "../../../../tests/databases.ts";
import { startApp } from "../access-app.ts";
import { signInAs } from "../browser-session.ts";
import { type RunningApp, runApp } from "../running-app.ts";

/** Ranges with and without 127.0.0.1, the address of all test requests. */
const [here, elsewhere] = [["127.0.0.0/8"], ["203.0.113.0/24", "2001:db8::/32"]];
const lists = { none: [], here, both: [...elsewhere, ...here], elsewhere };

const hasIpv6 = Object.values(networkInterfaces()).some((each) => each?.some(({ address }) => address === "::1"));

/** Headers in which proxies send the client address. */
const forwardingHeaders = {
  "x-forwarded-for": "203.0.113.9",
  forwarded: "for=203.0.113.9",
  "x-real-ip": "203.0.113.9",
  "x-client-ip": "203.0.113.9",
  "true-client-ip": "203.0.113.9",
  "cf-connecting-ip": "203.0.113.9",
};

describe.each(testDatabaseKinds)("on %s", (kind) => {
  /** Sets the account's allowlist with a service key, which is exempt from allowlists. */
  async function setAccountList(app: RunningApp, ipAllowlist: readonly string[]) {
    const key = await app.makeKey({ environment: "service" });
    expect(await app.call("/v1/account", { method: "PATCH", key, body: { ipAllowlist } })).toMatchObject({
      status: 200,
    });
  }

  /** Calls an app that listens on all addresses over a given loopback address. */
  async function callOver(app: RunningApp, host: string, key: string) {
    const response = await fetch(`http://${host}:${new URL(app.url).port}/v1/keys/self`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: response.status, text: await response.text() };
  }

  test("rejects an address outside of any non-empty allowlist and names the address and the list", async () => {
    const { database, drop } = await createTestDatabase(kind);
    onTestFinished(drop);
    for (const [deployment, keyAllowlist] of Object.entries(lists)) {
      const app = await runApp({ database, keyAllowlist });
      for (const [account, accountList] of Object.entries(lists)) {
        await setAccountList(app, accountList);
        for (const [own, ipAllowlist] of Object.entries(lists)) {
          const listsUsed = { deployment, account, key: own };
          const names = Object.entries(listsUsed).flatMap(([name, list]) => (list === "elsewhere" ? [name] : []));
          for (const environment of ["test", "live"] as const) {
            const key = await app.makeKey({ environment, ipAllowlist });
            const { status, body } = await app.call("/v1/keys/self", { key });
            if (names.length === 0) {
              expect(status, JSON.stringify(listsUsed)).toBe(200);
              continue;
            }
            expect({ status, body }, JSON.stringify(listsUsed)).toMatchObject({
              status: 403,
              body: { code: "AUTH_IP_BLOCKED" },
            });
            expect(body.detail).toContain("127.0.0.1");
            expect(body.detail).toContain(`this ${names[0]}'s allowlist`);
          }
        }
      }
      await app.close();
    }
  });

  test("exempts service keys from all allowlists", async () => {
    const { app } = await startApp(kind, { keyAllowlist: elsewhere });
    await setAccountList(app, elsewhere);
    const service = await app.makeKey({ environment: "service" });
    expect(await app.call("/v1/places?q=lon", { key: service })).toMatchObject({ status: 200 });
    expect(await app.call("/v1/places?q=lon")).toMatchObject({ status: 403 });
  });

  test("rejects an allowlist for a service key and accepts an empty one", async () => {
    const { app, database } = await startApp(kind);
    const service = await app.makeKey({ environment: "service" });
    const { id } = JSON.parse((await app.call("/v1/keys/self", { key: service })).text);
    const owner = await signInAs({ app, database });
    const headers = { "wayfare-environment": "live" };
    const change = (ipAllowlist: string[]) =>
      owner.call(`/v1/keys/${id}`, { method: "PATCH", body: { ipAllowlist }, headers });
    expect(await change(here)).toMatchObject({
      status: 400,
      body: { code: "REQUEST_INVALID", errors: [{ pointer: "/ipAllowlist" }] },
    });
    expect(await change([])).toMatchObject({ status: 200, body: { ipAllowlist: [] } });
    await expect(app.makeKey({ environment: "service", ipAllowlist: here })).rejects.toThrow(/no_allowlist/);
  });

  test("matches an IPv4 caller with IPv4 and IPv4-mapped ranges on sockets of both families", async () => {
    for (const host of hasIpv6 ? ["127.0.0.1", "::"] : ["127.0.0.1"]) {
      const { app } = await startApp(kind, { host });
      for (const range of ["127.0.0.1", "127.0.0.1/32", "0.0.0.0/0", "::ffff:127.0.0.1", "::ffff:7f00:0/104"]) {
        const body = { name: "k", environment: "test", scopes: ["usage.read"], ipAllowlist: [range] };
        const made = await fetch(`http://127.0.0.1:${new URL(app.url).port}/v1/keys`, {
          method: "POST",
          headers: { authorization: `Bearer ${app.key}`, "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        const { secret }: { secret: string } = JSON.parse(await made.text());
        expect(await callOver(app, "127.0.0.1", secret), `${range} on ${host}`).toMatchObject({ status: 200 });
      }
    }
  });

  test.skipIf(!hasIpv6)("matches IPv6 callers with IPv6 ranges only, and IPv4 callers with none of them", async () => {
    const { app } = await startApp(kind, { host: "::" });
    const keyFor = (...ipAllowlist: string[]) => app.makeKey({ ipAllowlist });
    for (const [range, over6, over4] of [
      ["::1/128", 200, 403],
      ["::/0", 200, 403],
      ["2001:db8::/32", 403, 403],
      ["0.0.0.0/0", 403, 200],
    ] as const) {
      const key = await keyFor(range);
      expect((await callOver(app, "[::1]", key)).status, `${range} over IPv6`).toBe(over6);
      expect((await callOver(app, "127.0.0.1", key)).status, `${range} over IPv4`).toBe(over4);
    }
    const blocked = await callOver(app, "127.0.0.1", await keyFor("::1"));
    expect(blocked.text).toContain("127.0.0.1 is not in");
    expect((await callOver(app, "[::1]", await keyFor("127.0.0.1"))).text).toContain("::1 is not in");
  });

  test("ignores forwarding headers without a trusted proxy", async () => {
    for (const trustProxy of [[], ["192.0.2.1"]]) {
      const { app } = await startApp(kind, { trustProxy });
      const key = await app.makeKey({ ipAllowlist: elsewhere });
      for (const [name, value] of Object.entries(forwardingHeaders)) {
        const answer = await app.call("/v1/keys/self", { key, headers: { [name]: value } });
        expect(answer, name).toMatchObject({ status: 403, body: { code: "AUTH_IP_BLOCKED" } });
        expect(answer.body.detail, name).toContain("127.0.0.1");
      }
      const own = await app.makeKey({ ipAllowlist: here });
      expect(await app.call("/v1/keys/self", { key: own, headers: forwardingHeaders })).toMatchObject({ status: 200 });
    }
  });

  test("uses the rightmost address that is not a trusted proxy", async () => {
    const { app } = await startApp(kind, { trustProxy: ["127.0.0.1", "10.0.0.0/8"] });
    const key = await app.makeKey({ ipAllowlist: elsewhere });
    for (const [header, status, seen] of [
      ["203.0.113.9", 200, ""],
      ["2001:db8::9", 200, ""],
      ["::ffff:203.0.113.9", 200, ""],
      ["198.51.100.7, 203.0.113.9", 200, ""],
      ["198.51.100.7, 203.0.113.9, 10.1.2.3, 127.0.0.1", 200, ""],
      ["203.0.113.9, 198.51.100.7", 403, "198.51.100.7"],
      ["203.0.113.9, 198.51.100.7, 10.1.2.3", 403, "198.51.100.7"],
      ["10.1.2.3", 403, "10.1.2.3"],
      ["", 403, "127.0.0.1"],
    ] as const) {
      const answer = await app.call("/v1/keys/self", { key, headers: { "x-forwarded-for": header } });
      expect(answer.status, header).toBe(status);
      if (status === 403) expect(answer.body.detail, header).toContain(`${seen} is not in`);
    }
    expect(await app.call("/v1/keys/self", { key })).toMatchObject({ status: 403 });
    const { "x-forwarded-for": _, ...others } = forwardingHeaders;
    expect(await app.call("/v1/keys/self", { key, headers: others })).toMatchObject({ status: 403 });
  });

  test("treats a malformed forwarded address as outside of every allowlist, and ignores it without an allowlist", async () => {
    const { app } = await startApp(kind, { trustProxy: ["127.0.0.1"] });
    const listed = await app.makeKey({ ipAllowlist: ["0.0.0.0/0", "::/0"] });
    const garbage = [
      "x",
      "203.0.113.9:443",
      "[2001:db8::9]",
      "0xcb.0.113.9",
      "fe80::1%eth0",
      "203.0.113.9, x",
      "1.2.3",
    ];
    for (const value of [...garbage, "é", `"`, "1".repeat(9000)]) {
      const headers = { "x-forwarded-for": value };
      const blocked = await app.call("/v1/keys/self", { key: listed, headers });
      expect(blocked, value).toMatchObject({ status: 403, body: { code: "AUTH_IP_BLOCKED" } });
      app.clock.advance(1000);
      for (const path of ["/v1/keys/self", "/v1/keys"]) {
        expect((await app.call(path, { headers })).status, value).toBe(200);
      }
      const change = await app.call("/v1/account", { method: "PATCH", headers, body: { ipAllowlist: here } });
      expect(change, value).toMatchObject({ status: 409, body: { code: "ALLOWLIST_EXCLUDES_CALLER" } });
    }
  });
});
