import type { AttemptArchive } from "@wayfare/webhooks";
import type { ExternalStore } from "./run-erasures.ts";

/** The archive of webhook attempts for erasures. Archived attempts have no data of users. */
export function makeArchiveStore(archive: Pick<AttemptArchive, "erase">): ExternalStore {
  return {
    erase: async ({ type, id }) => {
      if (type === "account") await archive.erase(id);
    },
  };
}
