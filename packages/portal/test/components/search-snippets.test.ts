import { execFileSync } from "node:child_process";
import { stripTypeScriptTypes } from "node:module";
import type { SearchRequest } from "@wayfare/sdk";
import { expect, test } from "vitest";
import { renderCurl, renderTypeScript } from "../../src/components/search-snippets.ts";

const request: SearchRequest = {
  origin: "JFK",
  destination: "LIS",
  departureDate: "2027-01-20",
  returnDate: null,
  travelers: { adults: 2, children: 1 },
  includeAward: true,
  programs: ["air'line", "aeroplan"],
};

test("escapes quotes in the curl command", () => {
  const shell = `curl() { for last; do :; done; printf %s "$last"; }\n${renderCurl("http://localhost:8080", request)}`;
  const body = execFileSync("sh", ["-c", shell], { encoding: "utf8", env: { WAYFARE_KEY: "key_test_x" } });
  expect(JSON.parse(body)).toStrictEqual(request);
});

test("reads the key from an environment variable in the curl command", () => {
  expect(renderCurl("http://localhost:8080", request)).toContain('"Authorization: Bearer $WAYFARE_KEY"');
});

test("renders valid TypeScript with the same search", () => {
  const program = renderTypeScript("http://localhost:8080", request);
  expect(() => stripTypeScriptTypes(program)).not.toThrow();
  const literal = /wayfare\.search\((.*)\);/s.exec(program)?.[1] ?? "";
  const evaluated = execFileSync(process.execPath, ["-p", `JSON.stringify(${literal})`], { encoding: "utf8" });
  expect(JSON.parse(evaluated)).toStrictEqual(request);
});
