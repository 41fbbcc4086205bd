import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderInstall, renderRegister, verifySnippets } from "../../../src/pages/docs/snippets.ts";

test("uses the same verification snippets as the guide, and the base URL of the service in commands", () => {
  const guide = readFileSync(new URL("../../../../../docs/guides/receive-webhooks.md", import.meta.url), "utf8");
  for (const { value, code } of verifySnippets) expect(guide).toContain(`\`\`\`${value}\n${code}\`\`\``);
  expect(renderRegister("https://api.example")).toContain("curl -sS https://api.example/v1/webhooks ");
});

test("the client is installed as the guide says", () => {
  const guide = readFileSync(new URL("../../../../../docs/guides/client.md", import.meta.url), "utf8");
  expect(guide).toContain(`\`${renderInstall("http://localhost:8080")}\``);
});
