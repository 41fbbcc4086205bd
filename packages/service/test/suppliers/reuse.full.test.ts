import type { OfferResponse, ScoredSearchResponse } from "@wayfare/contract";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../../tests/eventually.ts";
import { makeSandboxSupply } from "../../src/app/sandbox-supply.ts";
import type { Supply } from "../../src/app/supply.ts";
import { noLimits } from "../../src/suppliers/store.ts";
import { makeOwner, startApp } from "../access-app.ts";
import { cachedSandbox } from "../cached-sandbox.ts";
import { liveSecrets } from "../live-access.ts";
import { type Doubles, liveSearch, startDoubles } from "../live-app.ts";
import { metricsToken, startMs } from "../running-app.ts";
import { openEvents } from "../search/event-stream.ts";

let doubles: Doubles;
let supply: Supply;

beforeAll(async () => {
  doubles = await startDoubles();
  supply = await makeSandboxSupply({
    settings: parseSettings({ environment: { SEARCH_THREADS: "2" } }),
    dataDirectory: cachedSandbox,
    clock: { nowMs: () => startMs },
    log: pino({ enabled: false }),
    liveSuppliers: doubles.setup,
  });
  await eventually(() => expect(supply.isReady()).toBe(true));
});

beforeEach(() => {
  for (const { requests } of doubles.all) requests.length = 0;
});

afterAll(async () => {
  await supply.close();
  await doubles.close();
});

/** Starts an app that has credentials of the deployment for Duffel, whose results are not stored, and for the supplier over HTTP. */
async function start(suppliersReuseSeconds = 60) {
  const { live } = liveSecrets;
  const secrets = { test: {}, live: { duffel: live.duffel ?? "", house: live.house ?? "" } };
  const limits = { house: { ...noLimits, callsPerDay: 1000 } };
  const { app, database } = await startApp("pglite", {
    supply: { ...supply, close: async () => {} },
    supplierAccess: undefined,
    deploymentSuppliers: { secrets, limits },
    suppliersReuseSeconds,
  });
  const key = await app.makeKey({ environment: "live" });
  const search = async (body: object = liveSearch, by = key) => {
    const answer = await app.call("/v1/search", { key: by, body });
    expect(answer.status, answer.text).toBe(200);
    const response: ScoredSearchResponse = JSON.parse(answer.text);
    return response;
  };
  return { app, database, key, search };
}

const searchesOf = ({ requests }: Doubles["all"][number]) =>
  requests.filter(({ method, path }) => method === "POST" && path !== "/offers/reprice");
const calls = () => ({
  duffel: searchesOf(doubles.duffel.double).length,
  house: searchesOf(doubles.house.double).length,
});
const houseOffers = ({ flights }: ScoredSearchResponse) =>
  flights.flatMap(({ cash }) => cash.filter(({ source }) => source === "house"));
const houseRow = ({ supply: rows }: ScoredSearchResponse) => rows.find(({ source }) => source === "house");

describe("identical searches over two search threads", () => {
  test("call a supplier that may be stored once, and one that may not each time", async () => {
    const { app, key, search } = await start();
    const first = await search();
    app.clock.advance(30_000);
    const others = [await search(), await search({ ...liveSearch, sort: "duration", view: "full" })];
    others.push(...(await Promise.all([search(), search(), search()])));
    expect(calls()).toEqual({ duffel: 6, house: 1 });
    const [original] = houseOffers(first);
    for (const response of others) {
      expect(houseRow(response)).toMatchObject({
        status: "ok",
        received: 1,
        offers: 1,
        observedAt: houseRow(first)?.observedAt,
      });
      const [offer] = houseOffers(response);
      expect(offer).toMatchObject({ total: original?.total, observedAt: original?.observedAt });
      expect(offer?.id.startsWith(response.id.replace("srch", "off"))).toBe(true);
    }
    const [last] = others.flatMap(houseOffers);
    const priced: OfferResponse = JSON.parse((await app.call(`/v1/offers/${last?.id}`, { key })).text);
    expect(priced).toMatchObject({ status: "available", offer: { id: last?.id, source: "house" } });
  });

  test("reuse the answer of a stream, and take nothing of the budget", async () => {
    const { app, key, search } = await start();
    await (await openEvents(app, { key, body: liveSearch })).readAll();
    for (let n = 0; n < 12; n++) await search();
    expect(calls().house).toBe(1);
    const { payload } = await app.app.inject({
      url: "/metrics",
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    const countOf = (result: string) =>
      payload.split("\n").find((line) => line.startsWith("wayfare_supplier_calls_total") && line.includes(result));
    const house = (result: string) => countOf(`supplier="house",owner="deployment",result="${result}"`)?.split(" ")[1];
    expect([house("counted"), house("reused")]).toEqual(["1", "12"]);
  });

  test("call again after the reuse time, for another query, another account and a new credential", async () => {
    const { app, database, key, search } = await start();
    await search();
    await search({ ...liveSearch, limit: 10 });
    expect(calls().house).toBe(2);
    await search(liveSearch, (await makeOwner({ app, database })).live);
    expect(calls().house).toBe(3);
    await search();
    expect(calls().house).toBe(3);
    app.clock.advance(60_000);
    await search();
    expect(calls().house).toBe(4);
    // The double refuses it, which shows that the kept answer of the other credential was not used.
    const own = { credential: "another-secret-of-the-account" };
    const changed = await app.call("/v1/suppliers/house", { method: "PUT", key, body: own });
    expect(changed.status, changed.text).toBe(200);
    expect(houseRow(await search())).toMatchObject({ status: "error", received: 0, offers: 0 });
    expect(calls().house).toBe(5);
  });

  test("call each time if reuse is off, and after an answer with a fault", async () => {
    const off = await start(0);
    await off.search();
    await off.search();
    expect(calls().house).toBe(2);
    const { search } = await start();
    const [flight] = doubles.house.flights;
    doubles.house.flights = [flight, "fault"];
    await search();
    expect(houseRow(await search())).toMatchObject({ status: "error", received: 2, offers: 1 });
    expect(calls().house).toBe(4);
    doubles.house.flights = [flight];
  });
});
