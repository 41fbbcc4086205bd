import type { Settings } from "@wayfare/settings";
import { type AttemptArchive, createAttemptArchive, openS3ObjectStore, parseS3Location } from "@wayfare/webhooks";

type ArchiveSettings = Pick<
  Settings,
  | "webhooksArchive"
  | "webhooksArchiveRegion"
  | "webhooksArchiveEndpoint"
  | "webhooksArchiveAccessKeyId"
  | "webhooksArchiveSecretAccessKey"
>;

/** Returns the archive of webhook attempts, if there is one. Nothing is loaded or connected before it is used. */
export function attemptArchiveOf(settings: ArchiveSettings): { attemptArchive?: AttemptArchive } {
  const location = settings.webhooksArchive === null ? undefined : parseS3Location(settings.webhooksArchive);
  if (location === undefined) return {};
  const { webhooksArchiveAccessKeyId: accessKeyId, webhooksArchiveSecretAccessKey: secretAccessKey } = settings;
  const hasKey = accessKeyId !== null && secretAccessKey !== null;
  const store = openS3ObjectStore({
    ...location,
    region: settings.webhooksArchiveRegion,
    endpoint: settings.webhooksArchiveEndpoint,
    credentials: hasKey ? { accessKeyId, secretAccessKey } : null,
  });
  return { attemptArchive: createAttemptArchive(store) };
}
