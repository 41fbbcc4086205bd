import type { ChangeWatch, CreateWatch, WatchStatus } from "@wayfare/sdk";
import { useAction } from "./action.ts";
import { usePages } from "./pages.ts";
import { useRead } from "./read.ts";

/** Polling interval while a watch waits for its first run. */
const firstRunPollMs = 2000;

/** Lists the watches of the current environment, newest first. */
export function useWatches(filters: { status?: WatchStatus }) {
  return usePages(["watches", filters], (client, cursor) => client.watches.list({ ...filters, cursor }));
}

/** Reads a watch. Polls until its first run. */
export function useWatch(id: string) {
  return useRead(["watches", "one", id], (client) => client.watches.get(id), {
    refetchInterval: ({ state: { data } }) =>
      data?.status === "active" && data.lastRun === null ? firstRunPollMs : false,
  });
}

const stale = ["watches"];

/** Mutations of watches. */
export function useWatchActions() {
  return {
    create: useAction(stale, (client, watch: CreateWatch) => client.watches.create(watch)),
    update: useAction(stale, (client, { id, change }: { id: string; change: ChangeWatch }) =>
      client.watches.update(id, change),
    ),
    remove: useAction(stale, (client, id: string) => client.watches.delete(id)),
  };
}
