import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.ts";
import { useEnvironment } from "./environment.ts";

/** Keys by their ids. */
export type KeyNames = ReadonlyMap<string, string>;

const noNames: KeyNames = new Map();
const toNames = (page: { data: readonly { id: string; name: string }[] }): KeyNames =>
  new Map(page.data.map(({ id, name }) => [id, name]));

/** The names of up to 200 keys by their ids, for tables; empty until they are there. */
export function useKeyNames(): KeyNames {
  const client = useClient();
  const keys = useQuery({
    queryKey: ["keys", useEnvironment(), "names"],
    queryFn: async () => client.keys.list({ limit: 200 }),
    staleTime: 60_000,
    select: toNames,
  });
  return keys.data ?? noNames;
}
