import { idTimeMs } from "@wayfare/contract";
import { createDayPartitions, type Database } from "@wayfare/database";
import { dayOfRequest, requestLog } from "../../src/requests/partitions.ts";
import type { RequestRecord } from "../../src/requests/record.ts";

/** Writes records to the log of the database, as the usage journal does: a record that exists stays. */
export async function insertRecords(database: Database, records: readonly RequestRecord[]): Promise<void> {
  await createDayPartitions(database, requestLog, [...new Set(records.map(({ id }) => dayOfRequest(id)))]);
  const column = <K extends keyof RequestRecord>(name: K) => records.map((record) => record[name]);
  await database.execute(
    `INSERT INTO requests (id, account_id, environment, at, key_id, application_id, method, route, status, duration_ms, address, operation)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
                          $9::smallint[], $10::real[], $11::text[], $12::text[])
     ON CONFLICT (id) DO NOTHING`,
    [
      column("id"),
      column("accountId"),
      column("environment"),
      records.map(({ id }) => new Date(idTimeMs(id))),
      column("keyId"),
      column("applicationId"),
      column("method"),
      column("route"),
      column("status"),
      column("durationMs"),
      column("address"),
      column("operation"),
    ],
  );
}
