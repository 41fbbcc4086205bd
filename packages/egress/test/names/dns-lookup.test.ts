import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNameServer } from "../../../../tests/name-server.ts";
import { createDnsLookup } from "../../src/names/dns-lookup.ts";
import { HostsFile } from "../../src/names/hosts-file.ts";

/** Creates a hosts file; without text the file does not exist. */
function makeHosts(text?: string) {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-hosts-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "hosts");
  if (text !== undefined) writeFileSync(path, text);
  return { path, hosts: new HostsFile(path) };
}

async function open(
  zone: Parameters<typeof startNameServer>[0],
  { hosts = makeHosts().hosts, timeoutMs = 5_000 } = {},
) {
  const server = await startNameServer(zone);
  return { server, lookup: createDnsLookup({ servers: [server.address], hosts, timeoutMs }) };
}

test("returns the addresses of both families, IPv4 first", async () => {
  const { server, lookup } = await open({ "a.example": ["2606:4700:0:0:0:0:0:1111", "1.1.1.1", "1.0.0.1"] });
  expect(await lookup("a.example")).toEqual(["1.1.1.1", "1.0.0.1", "2606:4700::1111"]);
  expect(server.queries.toSorted()).toEqual(["A a.example", "AAAA a.example"]);
});

test("returns the addresses of one family when the other has none or times out", async () => {
  const { lookup } = await open({ "a.example": ["1.1.1.1"] });
  expect(await lookup("a.example")).toEqual(["1.1.1.1"]);
  const half = await open({ "a.example": ["1.1.1.1"], "AAAA a.example": "silent" }, { timeoutMs: 1_000 });
  expect(await half.lookup("a.example")).toEqual(["1.1.1.1"]);
});

test("fails with ENOTFOUND, ENODATA or ETIMEOUT", async () => {
  const { lookup } = await open({ "none.example": [], "*.slow.example": "silent" }, { timeoutMs: 300 });
  await expect(lookup("gone.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
  await expect(lookup("none.example")).rejects.toMatchObject({ code: "ENODATA" });
  await expect(lookup("a.slow.example")).rejects.toMatchObject({ code: "ETIMEOUT" });
});

test("resolves a name while ninety other lookups time out", async () => {
  const { lookup } = await open({ "fast.example": ["1.1.1.1"], "*.slow.example": "silent" }, { timeoutMs: 3_000 });
  const ended: string[] = [];
  const slow = Array.from({ length: 90 }, (_, index) =>
    lookup(`s${index}.slow.example`).catch((error: NodeJS.ErrnoException) => void ended.push(error.code ?? "")),
  );
  expect(await lookup("fast.example")).toEqual(["1.1.1.1"]);
  await Promise.all(slow);
  expect(ended).toEqual(Array.from({ length: 90 }, () => "ETIMEOUT"));
});

test("does not apply search domains", async () => {
  const { server, lookup } = await open({ internal: ["10.0.0.1"] });
  expect(await lookup("internal")).toEqual(["10.0.0.1"]);
  await expect(lookup("other")).rejects.toMatchObject({ code: "ENOTFOUND" });
  expect(new Set(server.queries)).toEqual(new Set(["A internal", "AAAA internal", "A other", "AAAA other"]));
});

test("reads the hosts file before DNS, with comments, several names per line and invalid lines", async () => {
  const text = "# 9.9.9.9 a.test\n10.0.0.1\tA.test b.test b.test # c.test\nx d.test\n::1 a.test\n\n10.0.0.2";
  const { server, lookup } = await open({}, { hosts: makeHosts(text).hosts });
  expect(await lookup("a.test")).toEqual(["10.0.0.1", "::1"]);
  expect(await lookup("b.test")).toEqual(["10.0.0.1"]);
  expect(server.queries).toEqual([]);
  for (const name of ["c.test", "d.test"]) await expect(lookup(name)).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("reloads the hosts file after it was changed, created or deleted", () => {
  const { path, hosts } = makeHosts();
  expect(hosts.find("a.test")).toEqual([]);
  writeFileSync(path, "10.0.0.1 a.test");
  expect(hosts.find("a.test")).toEqual(["10.0.0.1"]);
  writeFileSync(path, "10.0.0.2 a.test # longer");
  expect(hosts.find("a.test")).toEqual(["10.0.0.2"]);
  rmSync(path);
  expect(hosts.find("a.test")).toEqual([]);
});

test("resolves localhost and names under it to loopback without DNS, unless the hosts file says otherwise", async () => {
  const { server, lookup } = await open({});
  expect(await lookup("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await lookup("hooks.localhost")).toEqual(["127.0.0.1", "::1"]);
  const listed = await open({}, { hosts: makeHosts("127.0.0.1 localhost").hosts });
  expect(await listed.lookup("localhost")).toEqual(["127.0.0.1"]);
  expect([...server.queries, ...listed.server.queries]).toEqual([]);
});
