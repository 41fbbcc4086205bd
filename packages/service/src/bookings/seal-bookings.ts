import type { Contact, Traveler } from "@wayfare/contract";
import { type Database, runUnitOfWork } from "@wayfare/database";
import type { SecretBox } from "@wayfare/webhooks";
import { sealPersonalData, unsealedColumns } from "./personal-data.ts";

const batchSize = 200;

interface SealDeps {
  database: Database;
  box: SecretBox;
  nowMs: number;
}

/**
 * Seals travelers and contact of bookings that a previous version has stored in plain text, in batches of one transaction each.
 *
 * @returns the number of sealed bookings
 */
export async function sealOldBookings(deps: SealDeps, signal: AbortSignal): Promise<number> {
  let sealed = 0;
  for (let afterId: string | undefined = ""; afterId !== undefined && !signal.aborted; ) {
    const batch = await sealBatch(deps, afterId);
    sealed += batch.length;
    afterId = batch.at(-1);
  }
  return sealed;
}

/** Seals the next bookings after an id. @returns their ids */
function sealBatch({ database, box, nowMs }: SealDeps, afterId: string): Promise<string[]> {
  return runUnitOfWork(database, nowMs, async ({ tx }) => {
    const rows = await tx.query<{ id: string; travelers: Traveler[]; contact: Contact }>(
      `SELECT id, travelers, contact FROM bookings
       WHERE sealed_personal_data IS NULL AND travelers_erased_at IS NULL AND id > $1
       ORDER BY id LIMIT $2 FOR NO KEY UPDATE`,
      [afterId, batchSize],
    );
    for (const { id, travelers, contact } of rows) {
      await tx.execute("UPDATE bookings SET travelers = $2, contact = $3, sealed_personal_data = $4 WHERE id = $1", [
        id,
        unsealedColumns.travelers,
        unsealedColumns.contact,
        sealPersonalData(box, { travelers, contact }),
      ]);
    }
    return rows.map(({ id }) => id);
  });
}
