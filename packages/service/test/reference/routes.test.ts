import { expect, test } from "vitest";
import { startApp } from "../access-app.ts";
import { startMs } from "../running-app.ts";
import { makeSupply } from "../sample-supply.ts";

interface Page {
  data: { code: string }[];
  nextCursor: string | null;
}

const paths = ["/v1/programs", "/v1/airlines", "/v1/aircraft", "/v1/currencies"];

test("lists programs with alliance, airlines, transfer partners and value", async () => {
  const { app } = await startApp("pglite");
  expect(await app.call("/v1/programs")).toMatchObject({
    status: 200,
    body: {
      data: [
        {
          code: "avios",
          name: "British Airways Executive Club",
          alliance: "oneworld",
          airlines: ["AA", "BA"],
          transferPartners: [{ currency: "amex-mr", ratio: 1 }],
          valueCents: { floor: 1.1, ceiling: 1.5 },
        },
      ],
      nextCursor: null,
    },
  });
});

test("lists programs by the clock of the caller's data, up to the end of each", async () => {
  const supply = makeSupply([]);
  const program = supply.reference.listPrograms(startMs).map((avios) => ({ ...avios, code: "ended" }));
  const endMs = startMs + 2 * 86_400_000;
  const listPrograms = (nowMs: number) => [...supply.reference.listPrograms(nowMs), ...(nowMs < endMs ? program : [])];
  const { app } = await startApp("pglite", { supply: { ...supply, reference: { ...supply.reference, listPrograms } } });
  const live = await app.makeKey({ environment: "live" });
  const codesOf = async (key: string) => {
    const { data }: Page = JSON.parse((await app.call("/v1/programs", { key })).text);
    return data.map(({ code }) => code);
  };
  const both = ["avios", "ended"];
  expect([await codesOf(app.key), await codesOf(live)]).toEqual([both, both]);
  await app.call("/v1/test/clock/advance", { body: { seconds: 2 * 86_400 } });
  expect([await codesOf(app.key), await codesOf(live)]).toEqual([["avios"], both]);
  app.clock.advance(2 * 86_400_000);
  expect([await codesOf(app.key), await codesOf(live)]).toEqual([["avios"], ["avios"]]);
});

test("pages through a list by code with limit and cursor", async () => {
  const { app } = await startApp("pglite");
  const first = await app.call("/v1/airlines?limit=2");
  expect(first.body).toMatchObject({ data: [{ code: "AA" }, { code: "B6", alliance: null }] });
  const { nextCursor: cursor }: Page = JSON.parse(first.text);
  expect(await app.call(`/v1/airlines?limit=2&cursor=${cursor}`)).toMatchObject({
    body: { data: [{ code: "BA", name: "British Airways", country: "GB" }], nextCursor: null },
  });
  expect(await app.call(`/v1/aircraft?cursor=${cursor}`)).toMatchObject({
    status: 400,
    body: { code: "CURSOR_INVALID" },
  });
});

test("lists every currency with its name and decimals", async () => {
  const { app } = await startApp("pglite");
  const { data, nextCursor }: Page = JSON.parse((await app.call("/v1/currencies?limit=200")).text);
  expect(data).toEqual(
    expect.arrayContaining([
      { code: "JPY", name: "Japanese Yen", decimals: 0 },
      { code: "KWD", name: "Kuwaiti Dinar", decimals: 3 },
      { code: "USD", name: "US Dollar", decimals: 2 },
    ]),
  );
  expect(nextCursor).toBeNull();
});

test("accepts either search scope, allows caching and rejects other scopes", async () => {
  const { app } = await startApp("pglite");
  const search = await app.makeKey({ scopes: ["flights.search"] });
  const usage = await app.makeKey({ scopes: ["usage.read"] });
  const billing = await app.makeKey({ scopes: ["billing.read"] });
  for (const path of paths) {
    for (const key of [search, usage]) {
      const { status, headers } = await app.call(path, { key });
      expect([status, headers.get("cache-control")]).toEqual([200, "private, max-age=3600"]);
    }
    expect(await app.call(path, { key: billing })).toMatchObject({ status: 403, body: { code: "AUTH_SCOPE_MISSING" } });
  }
});

test("the error of an unknown program points to the list", async () => {
  const { app } = await startApp("pglite");
  const body = { origin: "JFK", destination: "LHR", departureDate: "2027-01-20", programs: ["pounds"] };
  expect(await app.call("/v1/search", { body })).toMatchObject({
    status: 422,
    body: { detail: 'Unknown program "pounds". See GET /v1/programs.' },
  });
});

test.each(["/v1/places?q=lon", "/v1/event-types", "/v1/billing/plans"])("%s has a nextCursor", async (path) => {
  const { app } = await startApp("pglite");
  expect(await app.call(path)).toMatchObject({ status: 200, body: { data: expect.anything(), nextCursor: null } });
});
