import { useKeyNames } from "../data/key-names.ts";
import { useRead } from "../data/read.ts";

interface KeyNameProps {
  id: string;
  /** False if the key may belong to the other environment, in which it cannot be read. */
  inEnvironment?: boolean;
}

/** Name of a key. The names of the newest 200 keys are read together, older ones one by one. */
export function KeyName({ id, inEnvironment = true }: KeyNameProps) {
  const names = useKeyNames();
  const known = names?.get(id);
  const read = useRead(["keys", "one", id], (client) => client.keys.get(id), {
    enabled: inEnvironment && names !== undefined && known === undefined,
    staleTime: 300_000,
    retry: false,
  });
  const name = known ?? read.data?.name;
  return name === undefined ? <code className="font-mono text-12">{id}</code> : <span title={name}>{name}</span>;
}
