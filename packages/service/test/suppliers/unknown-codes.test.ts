import type { UnknownCode } from "@wayfare/search";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { makeUnknownCodeReporter } from "../../src/suppliers/unknown-codes.ts";
import { startApp } from "../access-app.ts";
import { goodSearch, metricsToken } from "../running-app.ts";
import { makeFlight, supplierOf } from "../sample-supply.ts";

function makeReporter() {
  const registry = new Registry();
  const lines: unknown[] = [];
  const report = makeUnknownCodeReporter(registry, { warn: (...line: unknown[]) => void lines.push(line) });
  return { registry, lines, report };
}

const airport: UnknownCode = { supplier: "duffel", kind: "airport", code: "QQX" };
const aircraft: UnknownCode = { supplier: "duffel", kind: "aircraft", code: "7X9" };

test("counts each unknown code of each answer, and logs it once", async () => {
  const { registry, lines, report } = makeReporter();
  report([airport, aircraft]);
  report([airport]);
  report([]);
  const text = await registry.metrics();
  expect(text).toContain('wayfare_supplier_unknown_codes_total{supplier="duffel",kind="airport"} 2');
  expect(text).toContain('wayfare_supplier_unknown_codes_total{supplier="duffel",kind="aircraft"} 1');
  expect(lines).toEqual([
    [airport, "duffel sent an unknown airport code; its flights are shown with the code"],
    [aircraft, "duffel sent an unknown aircraft code; its flights are shown with the code"],
  ]);
});

test("logs at most 1,000 codes and counts all", async () => {
  const { registry, lines, report } = makeReporter();
  for (let at = 0; at < 1200; at++) report([{ ...airport, code: `Q${at}` }]);
  expect(lines).toHaveLength(1000);
  expect(await registry.metrics()).toContain('{supplier="duffel",kind="airport"} 1200');
});

test("counts and logs the unknown codes of a search and of its stream", async () => {
  const flights = [makeFlight({ carrier: "ZZ" })];
  const { app } = await startApp("pglite", { suppliers: [supplierOf("house", flights, false)] });
  const key = await app.makeKey({ environment: "live" });
  const counted = async () => {
    const { text } = await app.call("/metrics", { key: metricsToken });
    return text.split("\n").filter((line) => line.startsWith("wayfare_supplier_unknown_codes_total{"));
  };
  const lineOf = (count: number) => `wayfare_supplier_unknown_codes_total{supplier="house",kind="airline"} ${count}`;
  expect(await counted()).toEqual([]);
  expect(await app.call("/v1/search", { body: goodSearch, key })).toMatchObject({ status: 200 });
  expect(await counted()).toEqual([lineOf(1)]);
  const stream = await app.call("/v1/search", { body: goodSearch, key, headers: { accept: "text/event-stream" } });
  expect(stream).toMatchObject({ status: 200, text: expect.stringContaining("event: done") });
  expect(await counted()).toEqual([lineOf(2)]);
  const warning = "house sent an unknown airline code; its flights are shown with the code";
  expect(app.logLines.filter((line) => line.includes(warning))).toHaveLength(1);
});
