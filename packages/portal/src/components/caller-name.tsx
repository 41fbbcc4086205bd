import type { KeyNames } from "../data/key-names.ts";
import { useSession } from "../data/session.ts";

interface CallerProps {
  keyId: string | null;
  userId: string | null;
  names: KeyNames;
}

/** Caller of a request: name of the key, or portal user. */
export function CallerName({ keyId, userId, names }: CallerProps) {
  const { user } = useSession();
  if (keyId !== null) return <>{names.get(keyId) ?? <code className="font-mono text-12">{keyId}</code>}</>;
  return <span className="text-ink-3">{userId === user.id ? "You (portal)" : "Portal user"}</span>;
}
