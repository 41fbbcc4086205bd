import type { Database } from "@wayfare/database";
import {
  createAttemptArchive,
  type DeliveryArchive,
  type ObjectStore,
  openS3ObjectStore,
  parseS3Location,
} from "@wayfare/webhooks";
import type { Settings } from "../settings/schema.ts";

type ArchiveSettings = Pick<
  Settings,
  "webhooksArchive" | "webhooksArchiveAccessKeyId" | "webhooksArchiveSecretAccessKey"
>;

/** Returns the bucket of the archive; null without WEBHOOKS_ARCHIVE. Nothing is loaded or connected before it is used. */
export function archiveStoreOf(settings: ArchiveSettings): ObjectStore | null {
  const location = settings.webhooksArchive === null ? undefined : parseS3Location(settings.webhooksArchive);
  if (location === undefined) return null;
  const { webhooksArchiveAccessKeyId: accessKeyId, webhooksArchiveSecretAccessKey: secretAccessKey } = settings;
  const hasKey = accessKeyId !== null && secretAccessKey !== null;
  return openS3ObjectStore(location, hasKey ? { accessKeyId, secretAccessKey } : null);
}

/** Returns the archive of purged deliveries; null without WEBHOOKS_ARCHIVE. */
export function deliveryArchiveOf(settings: ArchiveSettings, database: Database): DeliveryArchive | null {
  const store = archiveStoreOf(settings);
  return store === null ? null : createAttemptArchive(database, store);
}
