import { getRouteApi } from "@tanstack/react-router";
import type { CustomerAccount } from "@wayfare/sdk";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { NoMatch } from "../../components/no-match.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { Select } from "../../components/select.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { withFilter } from "../../data/search-params.ts";
import { useHasScope } from "../../data/session.ts";
import { AccountStatusMark, statusLabels } from "./account-status.tsx";
import { CreateAccountDialog } from "./create-account-dialog.tsx";
import { useAccounts } from "./data.ts";
import { type AccountFilters, accountStatuses } from "./filters.ts";
import { InviteCustomer } from "./invite-customer.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { SignUpInvitations } from "./sign-up-invitations.tsx";

const route = getRouteApi("/shell/accounts");

const columns: readonly Column<CustomerAccount>[] = [
  {
    header: "Name",
    cell: (account) => (
      <RowLink to="/accounts/$id" params={{ id: account.id }}>
        {account.name}
      </RowLink>
    ),
    sortBy: ({ name }) => name,
  },
  {
    header: "Status",
    cell: ({ status }) => <AccountStatusMark status={status} />,
    sortBy: ({ status }) => status,
    width: "w-32",
  },
  { header: "Plan", cell: ({ plan }) => plan, sortBy: ({ plan }) => plan, width: "w-24", secondary: true },
  {
    header: "Created",
    cell: (account) => <Time at={account.createdAt} show="distance" />,
    sortBy: ({ createdAt }) => createdAt,
    align: "end",
    width: "w-32",
    secondary: true,
  },
];

const statusChoices = [
  { value: "" as const, label: "All statuses" },
  ...accountStatuses.map((status) => ({ value: status, label: statusLabels[status] })),
];

/** Accounts of the deployment, for operators. */
export function AccountsPage() {
  const filters = route.useSearch();
  const accounts = useAccounts(filters);
  const [creating, setCreating] = useState(false);
  const mayChange = useHasScope("accounts.write");
  return (
    <>
      <PageHeader
        title="Accounts"
        lead="Customers of this deployment. Each has its own users, keys, plan and invoices."
        actions={
          mayChange && (
            <>
              <ResetPassword />
              <InviteCustomer />
              <Button kind="primary" onClick={() => setCreating(true)}>
                <Plus aria-hidden />
                Create account
              </Button>
            </>
          )
        }
      />
      <Filters filters={filters} />
      <PagedTable
        caption="Accounts"
        pages={accounts}
        columns={columns}
        isFaint={({ status }) => status === "closed"}
        empty={<NoMatch title="No matching accounts" to="/accounts" link="Show all accounts" />}
      />
      <SignUpInvitations mayChange={mayChange} />
      <CreateAccountDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

function Filters({ filters }: { filters: AccountFilters }) {
  const navigate = route.useNavigate();
  const choose = (search: AccountFilters) => void navigate({ search, replace: true });
  return (
    <div className="flex flex-wrap items-end gap-3 pb-4">
      <SearchField
        label="Search"
        placeholder="Name or id"
        value={filters.search ?? ""}
        onChange={(search) => choose(withFilter(filters, "search", search))}
        className="w-full wide:w-56"
      />
      <Select
        label="Status"
        value={filters.status ?? ""}
        choices={statusChoices}
        onChange={(status) => choose(withFilter(filters, "status", status))}
        className="w-40"
      />
    </div>
  );
}
