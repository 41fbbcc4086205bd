import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderRegister, verifySnippets } from "../../../src/pages/docs/snippets.ts";

test("the snippets that verify a delivery are those of the guide, and commands carry the service's own address", () => {
  const guide = readFileSync(new URL("../../../../../docs/guides/receive-webhooks.md", import.meta.url), "utf8");
  for (const { value, code } of verifySnippets) expect(guide).toContain(`\`\`\`${value}\n${code}\`\`\``);
  expect(renderRegister("https://api.example")).toContain("curl -sS https://api.example/v1/webhooks ");
});
