import type { Scope } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { useMay } from "../data/session.ts";
import { describeHolders } from "./role-names.ts";

interface WhoMayProps {
  /** Any of these is enough. */
  scopes: readonly Scope[];
  /** What they can, as in "create keys". */
  may: string;
}

/** Who can, for somebody whose role cannot. */
export function WhoMay({ scopes, may }: WhoMayProps) {
  return (
    <p className="text-13 text-ink-3">
      {describeHolders(scopes)} can {may}.
    </p>
  );
}

/** What takes a scope, such as a button; in its place, where the role does not have it, who can. */
export function Permitted({ children, ...who }: WhoMayProps & { children: ReactNode }) {
  return useMay(...who.scopes) ? children : <WhoMay {...who} />;
}
