import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = resolve(fileURLToPath(import.meta.url), "../..");

/**
 * Returns lines of a file that open a transaction without the unit of work, which retries deadlocks and runs callbacks after the commit.
 */
function findDirectTransactions(source: string): string[] {
  return source.split("\n").filter((line) => /\.transaction\(/.test(line));
}

test("finds a transaction that is opened directly", () => {
  const source = "await database.transaction(async (session) => {});\nawait runUnitOfWork(database, nowMs, change);";
  expect(findDirectTransactions(source)).toEqual(["await database.transaction(async (session) => {});"]);
});

test("the service and billing open transactions only through the unit of work", () => {
  const paths = globSync("packages/{service,billing}/src/**/*.ts", { cwd: root });
  expect(paths.length).toBeGreaterThan(200);
  const direct = paths.flatMap((path) =>
    findDirectTransactions(readFileSync(resolve(root, path), "utf8")).map((line) => `${path}: ${line.trim()}`),
  );
  expect(direct).toEqual([]);
});
