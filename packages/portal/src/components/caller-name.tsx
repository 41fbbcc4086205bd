import { useQuery } from "@tanstack/react-query";
import { useClient } from "../data/client.ts";
import { useEnvironment } from "../data/environment.ts";
import { useSession } from "../data/session.ts";

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

interface CallerProps {
  keyId: string | null;
  userId: string | null;
  names: KeyNames;
}

/** Who called: a key by its name, or somebody in the portal. */
export function CallerName({ keyId, userId, names }: CallerProps) {
  const { user } = useSession();
  if (keyId !== null) return <>{names.get(keyId) ?? <code className="font-mono text-12">{keyId}</code>}</>;
  return <span className="text-ink-3">{userId === user.id ? "You, in the portal" : "A user of the portal"}</span>;
}
