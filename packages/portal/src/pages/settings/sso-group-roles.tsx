import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../components/button.tsx";
import { TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { type Role, roles } from "../../data/role-scopes.ts";

/** Role of the members of a group. */
export interface GroupRole {
  group: string;
  role: Role;
}

const choices = roles.map((value) => ({ value, label: value }));

interface SsoGroupRolesProps {
  groups: readonly GroupRole[];
  onChange: (groups: GroupRole[]) => void;
}

/** Table of groups and roles. */
export function SsoGroupRoles({ groups, onChange }: SsoGroupRolesProps) {
  const replace = (index: number, changed: Partial<GroupRole>) =>
    onChange(groups.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-12 font-medium text-ink-2">Roles by group</legend>
      {groups.length === 0 && <p className="text-13 text-ink-3">No groups.</p>}
      {groups.map(({ group, role }, index) => (
        // Rows have no id, and are added and removed by their position.
        // oxlint-disable-next-line react/no-array-index-key -- the position identifies a row
        <div key={index} className="flex items-center gap-2">
          <TextField
            label={`Group ${index + 1}`}
            labelHidden
            mono
            required
            value={group}
            className="flex-1"
            onChange={(event) => replace(index, { group: event.target.value })}
          />
          <Select
            label={`Role of group ${index + 1}`}
            labelHidden
            value={role}
            choices={choices}
            className="w-32"
            onChange={(chosen) => replace(index, { role: chosen })}
          />
          <IconButton
            label={`Remove group ${index + 1}`}
            onClick={() => onChange(groups.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...groups, { group: "", role: "viewer" }])}>
          <Plus aria-hidden />
          Add group
        </Button>
      </div>
    </fieldset>
  );
}
