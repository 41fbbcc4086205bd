import { readFileSync } from "node:fs";
import { keyEnvironments } from "@wayfare/contract";
import { expect, test } from "vitest";
import { makeRawKey } from "../../src/keys/raw-key.ts";

const guide = readFileSync(new URL("../../../../docs/guides/keys.md", import.meta.url), "utf8");
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^\`]*)\`\`\``).exec(guide)?.[1]?.trim() ?? "";

test("the guide's regular expression for secret scanners finds every kind of key and nothing longer or shorter", () => {
  const expression = new RegExp(blockOf("text"), "g");
  for (const environment of keyEnvironments) {
    const key = makeRawKey(environment, new Uint8Array(32).fill(77));
    expect(`API_KEY="${key}"; say ${key}.`.match(expression)).toHaveLength(2);
    expect(`${key}x ${key.slice(0, -1)} x${key}`.match(expression)).toBeNull();
  }
});

test("the guide's function distinguishes keys from lookalikes", async () => {
  const source = `data:text/javascript,${encodeURIComponent(blockOf("js"))}`;
  const { isWayfareKey }: { isWayfareKey(text: string): boolean } = await import(source);
  for (let byte = 0; byte < 50; byte++) {
    const key = makeRawKey("live", new Uint8Array(32).fill(byte));
    expect(isWayfareKey(key)).toBe(true);
    expect(isWayfareKey(key.slice(0, -1) + (key.endsWith("0") ? "1" : "0"))).toBe(false);
  }
});
