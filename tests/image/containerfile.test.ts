import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entrypoint, imageEnvironment } from "../../scripts/image/image.ts";
import { listRuntimePackages } from "../../scripts/image/lockfile.ts";
import { serviceUserId } from "../../scripts/image/root-tree.ts";

const containerfile = readFileSync(new URL("../../deploy/Containerfile", import.meta.url), "utf8");

/** Instructions of the last stage, with continued lines joined. */
const instructions = containerfile
  .slice(containerfile.lastIndexOf("\nFROM "))
  .replaceAll(/\\\n\s*/g, "")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

function argumentsOf(name: string): string[] {
  return instructions.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

test("the Containerfile has the entry point, the variables and the user of npm run image", () => {
  expect(argumentsOf("FROM")).toEqual(["scratch"]);
  expect(argumentsOf("ENTRYPOINT").map((text): unknown => JSON.parse(text))).toEqual([entrypoint]);
  const variables = argumentsOf("ENV").flatMap((text) => text.split(/\s+/).map((pair) => pair.split("=", 2)));
  expect(Object.fromEntries(variables)).toEqual(imageEnvironment);
  expect(argumentsOf("USER")).toEqual([`${serviceUserId}:${serviceUserId}`]);
});

test("finds nested and shared dependencies, follows workspaces and skips types and absent optional packages", () => {
  const packages = {
    "packages/cli": { dependencies: { "@wayfare/a": "1", "@types/x": "1" }, optionalDependencies: { absent: "1" } },
    "node_modules/@wayfare/a": { link: true, resolved: "packages/a" },
    "packages/a": { dependencies: { b: "1", c: "1" } },
    "packages/a/node_modules/b": { dependencies: { c: "1" } },
    "node_modules/b": {},
    "node_modules/c": { dependencies: { b: "2" } },
    "node_modules/unused": {},
  };
  expect(listRuntimePackages(packages, "packages/cli")).toEqual([
    "node_modules/b",
    "node_modules/c",
    "packages/a",
    "packages/a/node_modules/b",
    "packages/cli",
  ]);
});

test("rejects a lockfile without a required dependency", () => {
  const packages = { "packages/cli": { dependencies: { gone: "1" } } };
  expect(() => listRuntimePackages(packages, "packages/cli")).toThrow("gone, which packages/cli needs");
});
