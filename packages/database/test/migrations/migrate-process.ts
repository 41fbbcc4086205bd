/** Child process of migrate.test.ts: migrates the database argv[2] and prints the applied ids. */
import { migrate, openPostgres } from "../../src/index.ts";

const database = await openPostgres({ connectionString: process.argv[2] ?? "" });
const applied = await migrate(database, { nowMs: Date.UTC(2026, 10, 21) });
await database.close();
console.log(JSON.stringify(applied.map((file) => file.id)));
