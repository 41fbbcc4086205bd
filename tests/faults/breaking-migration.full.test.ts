import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listMigrationFiles, migrate, parseMigrationFile } from "@wayfare/database";
import { expect, test } from "vitest";
import { createTestDatabase } from "../databases.ts";
import { spawnService, waitForAddress } from "../running-service.ts";

test("shuts down processes of an older version before applying a breaking migration", async () => {
  const { database, connectionString, drop } = await createTestDatabase("postgresql");
  const directory = await mkdtemp(join(tmpdir(), "wayfare-"));
  const environment = {
    DATABASE_URL: connectionString ?? "",
    SERVER_SECRET: `a:${Buffer.alloc(32, 1).toString("base64")}`,
  };
  const service = spawnService(directory, { environment });
  await waitForAddress(service);

  const shipped = await listMigrationFiles();
  const id = String(shipped.length + 1).padStart(4, "0");
  const breaking = parseMigrationFile(
    `${id}_breaking.sql`,
    "-- breaking: true\nALTER TABLE accounts ADD planted int;\n",
  );
  const files = [...shipped, breaking];
  const connectedWhenApplied: unknown[] = [];
  const applied = await migrate(database, {
    nowMs: Date.now(),
    files,
    onApplied: () => connectedWhenApplied.push(database.query(connectedSql)),
  });

  expect(applied).toStrictEqual([breaking]);
  expect(await Promise.all(connectedWhenApplied)).toStrictEqual([[]]);
  expect(await service.exited).toStrictEqual([0, null]);
  expect(service.logged()).toContain("breaking migration announced, shutting down");

  const again = spawnService(directory, { environment });
  expect((await again.exited)[0]).toBe(1);
  expect(again.logged()).toContain("database was migrated by a newer version of Wayfare");
  await rm(directory, { recursive: true, force: true });
  await drop();
});

const connectedSql = `SELECT application_name FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'wayfare schema=%' ORDER BY 1 LIMIT 10`;
