import type { Scope } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { useHasScope } from "../data/session.ts";
import { describeRolesWith } from "./role-names.ts";

interface ScopeNoteProps {
  /** Scopes, one of which is required. */
  scopes: readonly Scope[];
  /** Permitted action, as in "create keys". */
  action: string;
}

/** Note with the roles that have the scopes. */
export function ScopeNote({ scopes, action: may }: ScopeNoteProps) {
  return (
    <p className="text-13 text-ink-3">
      {describeRolesWith(scopes)} can {may}.
    </p>
  );
}

/** Renders the children if the user has one of the scopes, else a note with the roles that have them. */
export function RequireScope({ children, ...who }: ScopeNoteProps & { children: ReactNode }) {
  return useHasScope(...who.scopes) ? children : <ScopeNote {...who} />;
}
