import type { ChangeKey, CreateKey } from "@wayfare/sdk";
import { useAction } from "../../data/action.ts";
import { usePages } from "../../data/pages.ts";
import { useRead } from "../../data/read.ts";
import type { KeyFilters } from "./filters.ts";

/** Lists the keys of the current environment, newest first. */
export function useKeys(filters: KeyFilters) {
  return usePages(["keys", filters], (client, cursor) => client.keys.list({ ...filters, cursor }));
}

/** Reads a key. */
export function useKey(id: string) {
  return useRead(["keys", "one", id], (client) => client.keys.get(id));
}

const stale = ["keys"];

/** Mutations of keys. */
export function useKeyActions() {
  return {
    create: useAction(stale, (client, key: CreateKey) => client.keys.create(key)),
    update: useAction(stale, (client, { id, change }: { id: string; change: ChangeKey }) =>
      client.keys.update(id, change),
    ),
    revoke: useAction(stale, (client, id: string) => client.keys.revoke(id)),
    roll: useAction(stale, (client, { id, overlapSeconds }: { id: string; overlapSeconds: number }) =>
      client.keys.roll(id, { overlapSeconds }),
    ),
  };
}
