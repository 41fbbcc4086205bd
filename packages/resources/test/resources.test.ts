import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { dependencyPath, isBuilt, preparedFile, resourceUrl, threadModules, threadModuleUrl } from "@wayfare/resources";
import { expect, test } from "vitest";

test("finds files and folders of packages", () => {
  expect(existsSync(resourceUrl("resources/package.json"))).toBe(true);
  expect(existsSync(resourceUrl("../package-lock.json"))).toBe(true);
});

test("finds the module of each thread among the sources", () => {
  expect(isBuilt).toBe(false);
  for (const name of ["database-thread", "password-thread", "search-thread"] as const) {
    expect(threadModuleUrl(name).pathname.endsWith(threadModules[name])).toBe(true);
    expect(existsSync(threadModuleUrl(name))).toBe(true);
  }
});

test("finds files of dependencies", () => {
  expect(dependencyPath("@electric-sql/pglite")).toContain(fileURLToPath(resourceUrl("../node_modules/")));
});

test("does not use prepared files with the sources", () => {
  expect(preparedFile("facts.bin")).toBeUndefined();
});
