import type { SsoSettings } from "@wayfare/contract";
import { type FormEvent, useState } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { Checkbox, TextField } from "../../components/field.tsx";
import { Select } from "../../components/select.tsx";
import { readText } from "../../data/form-text.ts";
import { type Role, roles } from "../../data/role-scopes.ts";
import { useSsoActions } from "./sso-data.ts";
import { type GroupRole, SsoGroupRoles } from "./sso-group-roles.tsx";

type Connection = NonNullable<SsoSettings["connection"]>;
type RoleChoice = Role | "none";

interface FormProps {
  /** Saved connection; null for a new one. */
  connection: Connection | null;
  /** True if an owner has signed in with the connection. */
  tried: boolean;
}

/** Form of the connection. The client secret is write-only. */
export function SsoConnectionForm({ connection, tried }: FormProps) {
  const { save } = useSsoActions();
  const [groups, setGroups] = useState<GroupRole[]>(() =>
    Object.entries(connection?.groupRoles ?? {}).map(([group, role]) => ({ group, role })),
  );
  const [defaultRole, setDefaultRole] = useState<RoleChoice>(connection?.defaultRole ?? "none");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const clientSecret = readText(form, "clientSecret");
    const groupsClaim = readText(form, "groupsClaim").trim();
    save.mutate({
      issuer: readText(form, "issuer").trim(),
      clientId: readText(form, "clientId").trim(),
      ...(clientSecret !== "" && { clientSecret }),
      groupsClaim: groupsClaim === "" ? null : groupsClaim,
      groupRoles: Object.fromEntries(
        groups.filter(({ group }) => group !== "").map(({ group, role }) => [group, role]),
      ),
      defaultRole: defaultRole === "none" ? null : defaultRole,
      createsUsers: form.has("createsUsers"),
      passwordsOff: form.has("passwordsOff"),
    });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Credentials connection={connection} />
      <TextField
        label="Groups claim"
        name="groupsClaim"
        mono
        defaultValue={connection?.groupsClaim ?? ""}
        placeholder="groups"
        hint="Claim with the groups of a user. Empty: the provider does not change roles."
      />
      <SsoGroupRoles groups={groups} onChange={setGroups} />
      <Select
        label="Role without a listed group"
        value={defaultRole}
        choices={[
          { value: "none", label: "None: refuse the sign-in" },
          ...roles.map((value) => ({ value, label: value })),
        ]}
        onChange={setDefaultRole}
        hint="Also the role of a new member if there is no groups claim."
      />
      <Checkbox
        name="createsUsers"
        label="Add users of the provider as members"
        defaultChecked={connection?.createsUsers ?? false}
        hint="With a verified email address in one of the domains below. Otherwise, only members and invited addresses can sign in."
      />
      <Checkbox
        name="passwordsOff"
        label="Switch passwords off"
        defaultChecked={connection?.passwordsOff ?? false}
        disabled={!tried && connection?.passwordsOff !== true}
        hint={
          tried
            ? "Every member must use single sign-on. Other sessions end. Owners can recover with a sign-in link of the operator."
            : "Possible after an owner has signed in with this connection."
        }
      />
      <ActionProblem error={save.error} />
      <div>
        <Button kind="primary" type="submit" busy={save.isPending}>
          Save connection
        </Button>
      </div>
    </form>
  );
}

function Credentials({ connection }: Pick<FormProps, "connection">) {
  return (
    <>
      <TextField
        label="Issuer"
        name="issuer"
        type="url"
        mono
        required
        defaultValue={connection?.issuer ?? ""}
        placeholder="https://login.example.com"
        hint="As in the discovery document of the provider, under /.well-known/openid-configuration."
      />
      <TextField label="Client id" name="clientId" mono required defaultValue={connection?.clientId ?? ""} />
      <TextField
        label="Client secret"
        name="clientSecret"
        type="password"
        autoComplete="off"
        required={connection === null}
        hint={connection === null ? "Stored encrypted." : "Stored encrypted. Leave empty to keep it."}
      />
    </>
  );
}
