import type { Scope } from "@wayfare/sdk";
import { CheckboxGroup } from "../../components/checkbox-group.tsx";
import { Checkbox } from "../../components/field.tsx";
import { keyScopes, scopeNotes } from "./scopes.ts";

interface ScopeChoiceProps {
  /** Scopes that can be granted: those of the user. */
  offered: readonly Scope[];
  chosen: readonly Scope[];
  error: string | undefined;
}

/** Checkboxes for the scopes of a key. */
export function ScopeChoice({ offered, chosen, error }: ScopeChoiceProps) {
  return (
    <CheckboxGroup legend="Scopes" error={error}>
      <div className="grid gap-x-4 gap-y-2 wide:grid-cols-2">
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            name={scope}
            label={<code className="font-mono text-13">{scope}</code>}
            hint={scopeNotes[scope]}
            defaultChecked={chosen.includes(scope)}
          />
        ))}
      </div>
    </CheckboxGroup>
  );
}

/** Returns the selected scopes. */
export function readScopes(form: FormData): Scope[] {
  return keyScopes.filter((scope) => form.has(scope));
}
