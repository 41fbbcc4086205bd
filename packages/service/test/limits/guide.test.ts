import { readFileSync } from "node:fs";
import { accountLimitFactor, testKeyLimits } from "@wayfare/contract";
import { expect, test } from "vitest";
import { samplePlans } from "../../../billing/test/sample-plans.ts";

const guide = readFileSync(new URL("../../../../docs/guides/limits.md", import.meta.url), "utf8");

test("the limits guide has the actual rate limits of a key", () => {
  const { requests, searches, searchesAtOnce } = testKeyLimits;
  expect(guide).toContain(`| requests of a key | ${requests.burst} | ${requests.perSecond} |`);
  expect(guide).toContain(`| of them searches | ${searches.burst} | ${searches.perSecond} |`);
  expect(guide).toContain(`| searches running at the same time | ${searchesAtOnce} |`);
  expect(samplePlans.free.keyLimits).toEqual(testKeyLimits);
  expect(accountLimitFactor).toBe(4);
});

test("the limits guide has the actual limits of every plan", () => {
  for (const { name, searchesIncluded, overageTiers } of Object.values(samplePlans)) {
    const beyond = overageTiers.length === 0 ? "402 `QUOTA_EXCEEDED`" : `USD ${overageTiers[0].unitPrice} each`;
    expect(guide).toContain(`| ${name} | ${searchesIncluded.toLocaleString("en")} | ${beyond} |`);
  }
});
