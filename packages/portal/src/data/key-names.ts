import { useRead } from "./read.ts";

/** Key names by key id. */
export type KeyNames = ReadonlyMap<string, string>;

const noNames: KeyNames = new Map();
const toNames = (page: { data: readonly { id: string; name: string }[] }): KeyNames =>
  new Map(page.data.map(({ id, name }) => [id, name]));

/** Returns the names of up to 200 keys by id, for tables; empty while loading. */
export function useKeyNames(): KeyNames {
  const keys = useRead(["keys", "names"], (client) => client.keys.list({ limit: 200 }), {
    staleTime: 60_000,
    select: toNames,
  });
  return keys.data ?? noNames;
}
