import type { UnknownCode } from "@wayfare/search";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { makeUnknownCodeReporter } from "../../src/suppliers/unknown-codes.ts";

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
