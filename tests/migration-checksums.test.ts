import { readFile } from "node:fs/promises";
import { listMigrationFiles, parseMigrationFile } from "@wayfare/database";
import { expect, test } from "vitest";
import { renderMigrationChecksums } from "../scripts/migration-checksums.ts";

const first = parseMigrationFile("0001_one.sql", "-- breaking: false\nSELECT 1;\n");
const second = parseMigrationFile("0002_two.sql", "-- breaking: false\nSELECT 2;\n");
const recorded = renderMigrationChecksums("", [first]);

test("records the checksum of every shipped migration", async () => {
  const text = await readFile(new URL("../packages/database/migrations/checksums.txt", import.meta.url), "utf8");
  expect(renderMigrationChecksums(text, await listMigrationFiles())).toBe(text);
});

test("appends a new migration to the recorded ones", () => {
  expect(renderMigrationChecksums(recorded, [first, second])).toBe(`${recorded}${second.checksum}  0002_two.sql\n`);
});

test.each([
  ["edited", [parseMigrationFile("0001_one.sql", "-- breaking: false\nSELECT 3;\n")], "0001_one.sql was edited"],
  ["renamed", [parseMigrationFile("0001_other.sql", first.sql)], "0001_one.sql was removed or renamed"],
  ["removed", [second], "0001_one.sql was removed or renamed"],
])("rejects a recorded migration that was %s", (_, files, message) => {
  expect(() => renderMigrationChecksums(recorded, files)).toThrow(message);
});
