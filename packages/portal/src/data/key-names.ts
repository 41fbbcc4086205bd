import { useRead } from "./read.ts";

/** Key names by key id. */
export type KeyNames = ReadonlyMap<string, string>;

const toNames = (page: { data: readonly { id: string; name: string }[] }): KeyNames =>
  new Map(page.data.map(({ id, name }) => [id, name]));

/** Returns the names of the newest 200 keys by id; undefined while loading or if not enabled. */
export function useKeyNames(enabled = true): KeyNames | undefined {
  return useRead(["keys", "names"], (client) => client.keys.list({ limit: 200 }), {
    staleTime: 60_000,
    select: toNames,
    enabled,
  }).data;
}
