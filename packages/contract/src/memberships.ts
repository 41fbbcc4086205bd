import { type Static, Type } from "typebox";
import { idPattern } from "./ids.ts";
import { accountStatuses } from "./operator-accounts.ts";
import { roles } from "./roles.ts";
import { oneOf } from "./schema.ts";
import { idOf } from "./wire-values.ts";

/** Schemas of the portal routes with which a user joins, switches and leaves accounts. */

const role = oneOf(roles, { description: "Role of the user in the account.", examples: ["developer"] });
const closed = { additionalProperties: false };

export const PortalAccountsSchema = Type.Object({
  data: Type.Array(
    Type.Object({
      id: idOf("acct", "Id of the account."),
      name: Type.String(),
      role,
      status: oneOf(accountStatuses, {
        description: "Status of the account. Suspended and closed accounts cannot be opened.",
      }),
      current: Type.Boolean({ description: "True for the account of the session." }),
    }),
    { description: "Accounts of the user: the last opened one first, then in the order in which the user joined." },
  ),
});
export const SwitchAccountSchema = Type.Object({ accountId: idOf("acct", "Account to open.") }, closed);
export const AccountParamsSchema = Type.Object({ id: Type.String({ pattern: `^${idPattern("acct")}$` }) });
export const InvitationTokenSchema = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
export const InvitationPreviewSchema = Type.Object({ account: Type.Object({ name: Type.String() }), role });

export type PortalAccounts = Static<typeof PortalAccountsSchema>;
export type PortalAccount = PortalAccounts["data"][number];
export type InvitationPreview = Static<typeof InvitationPreviewSchema>;
