import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { openPostgres } from "@wayfare/database";
import { expect, test } from "vitest";
import { startPostgresServer } from "./postgres-server.ts";

test("starts a real PostgreSQL 18 on loopback and leaves no process and no files after stop", async () => {
  const server = await startPostgresServer();
  const { hostname, port } = new URL(server.connectionString);
  expect(hostname).toBe("127.0.0.1");
  const database = await openPostgres({ connectionString: server.connectionString });
  const rows = await database.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
  expect(rows).toStrictEqual([{ major: 18 }]);
  await database.close();
  await server.stop();
  await expect(access(server.directory)).rejects.toMatchObject({ code: "ENOENT" });
  expect((await readdir(tmpdir())).filter((name) => name.includes(`PGSQL.${port}`))).toStrictEqual([]);
  await listenOn(Number(port));
});

test("keeps the exit code of a failed process that started a server", async () => {
  const url = new URL("./postgres-server.ts", import.meta.url).href;
  const script = `
    const { startPostgresServer } = await import(${JSON.stringify(url)});
    const server = await startPostgresServer();
    await server.stop();
    process.exitCode = 3;`;
  const [code] = await once(spawn(process.execPath, ["--input-type=module", "--eval", script]), "exit");
  expect(code).toBe(3);
});

/** Listens on the port once; rejects if it is in use. */
async function listenOn(port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer().once("error", reject);
  probe.listen(port, "127.0.0.1", () => probe.close(() => resolve()));
  await promise;
}
