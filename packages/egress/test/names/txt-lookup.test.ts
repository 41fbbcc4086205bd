import { expect, test } from "vitest";
import { startNameServer } from "../../../../tests/name-server.ts";
import { createTxtLookup } from "../../src/names/txt-lookup.ts";

const name = "_wayfare.corp.example";

async function open(...[zone, options]: Parameters<typeof startNameServer>) {
  const server = await startNameServer(zone, options);
  return { server, find: createTxtLookup({ servers: [server.address], timeoutMs: 3_000 }) };
}

test("returns each TXT record with its strings joined, in full length", async () => {
  const long = ["a".repeat(255), "b".repeat(100)];
  const { server, find } = await open({ [name]: [["v=spf1 -all"], ["wayfare=", "challenge"], long, [""]] });
  expect((await find(name)).toSorted()).toEqual(["v=spf1 -all", "wayfare=challenge", long.join(""), ""].toSorted());
  expect(server.queries).toEqual([`TXT ${name}`]);
});

test("returns nothing for a name that does not exist, has other records only, or whose server fails", async () => {
  const { find } = await open({ "other.example": ["1.1.1.1"], "broken.example": "servfail" });
  expect(await find("gone.example")).toEqual([]);
  expect(await find("other.example")).toEqual([]);
  expect(await find("broken.example")).toEqual([]);
  expect(await find("not a name")).toEqual([]);
  expect(await find(`${"a".repeat(64)}.example`)).toEqual([]);
});

test("returns nothing if the server does not answer in time, after a second query", async () => {
  const { server, find } = await open({ [name]: "silent" });
  expect(await find(name)).toEqual([]);
  expect(server.queries.length).toBeGreaterThan(1);
  const short = createTxtLookup({ servers: [server.address], timeoutMs: 20 });
  expect(await short(name)).toEqual([]);
});

test("repeats the query over TCP if the response was truncated", async () => {
  const { find } = await open({ [name]: "truncated" }, { overTcp: { [name]: [["wayfare=challenge"]] } });
  expect(await find(name)).toEqual(["wayfare=challenge"]);
  const refused = await open({ [name]: "truncated" });
  expect(await refused.find(name)).toEqual([]);
});

test("returns 50 records of a name that has more", async () => {
  const records = Array.from({ length: 60 }, (_, index) => [`record ${index}`]);
  const { find } = await open({ [name]: "truncated" }, { overTcp: { [name]: records } });
  expect(await find(name)).toHaveLength(50);
});
