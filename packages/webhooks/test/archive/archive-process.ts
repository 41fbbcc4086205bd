/** Process of archive-crash.full.test.ts: purges deliveries of the database of argv[2] into the bucket of argv[3] before the time of argv[4]. */
import { openPostgres } from "@wayfare/database";
import { createAttemptArchive } from "../../src/archive/attempt-archive.ts";
import { openS3ObjectStore, type S3Options } from "../../src/archive/s3-object-store.ts";
import { purgeWebhooks } from "../../src/events/retention.ts";

const [, , connectionString = "", options = "", beforeMs = ""] = process.argv;
const database = await openPostgres({ connectionString, max: 4 });
const store: S3Options = JSON.parse(options);
const archive = createAttemptArchive(openS3ObjectStore(store));
await purgeWebhooks(database, Number(beforeMs), [], { archive, signal: new AbortController().signal });
await database.close();
process.disconnect();
