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

test("the command hands curl the search, even one with a quote in it", () => {
  const shell = `curl() { for last; do :; done; printf %s "$last"; }\n${renderCurl("http://localhost:8080", request)}`;
  const body = execFileSync("sh", ["-c", shell], { encoding: "utf8", env: { WAYFARE_KEY: "key_test_x" } });
  expect(JSON.parse(body)).toStrictEqual(request);
});

test("the command keeps the key out of itself", () => {
  expect(renderCurl("http://localhost:8080", request)).toContain('"Authorization: Bearer $WAYFARE_KEY"');
});

test("the program is TypeScript, and searches for the same", () => {
  const program = renderTypeScript("http://localhost:8080", request);
  expect(() => stripTypeScriptTypes(program)).not.toThrow();
  const literal = /wayfare\.search\((.*)\);/s.exec(program)?.[1] ?? "";
  const evaluated = execFileSync(process.execPath, ["-p", `JSON.stringify(${literal})`], { encoding: "utf8" });
  expect(JSON.parse(evaluated)).toStrictEqual(request);
});
