import { useSession } from "../data/session.ts";
import { KeyName } from "./key-name.tsx";

/** Caller of a request: name of the key, or portal user. */
export function CallerName({ keyId, userId }: { keyId: string | null; userId: string | null }) {
  const { user } = useSession();
  if (keyId !== null) return <KeyName id={keyId} />;
  return <span className="text-ink-3">{userId === user.id ? "You (portal)" : "Portal user"}</span>;
}
