import { getRouteApi } from "@tanstack/react-router";
import type { CustomerAccount } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { ActionProblem } from "../../components/action-problem.tsx";
import { Button } from "../../components/button.tsx";
import { CopyableId } from "../../components/copy-button.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { saveFile } from "../../data/save-file.ts";
import { useHasScope } from "../../data/session.ts";
import { AccountActions } from "./account-actions.tsx";
import { AccountStatusMark } from "./account-status.tsx";
import { CustomerBillingSections } from "./customer-billing.tsx";
import { useAccount, useAccountActions } from "./data.ts";
import { EraseButton } from "./erase-dialog.tsx";

const route = getRouteApi("/shell/accounts/$id");

/** Account of the deployment, for operators. */
export function AccountPage() {
  const { id } = route.useParams();
  const query = useAccount(id);
  const mayChange = useHasScope("accounts.write");
  const back = <TextLink to="/accounts">Accounts</TextLink>;
  return (
    <Loaded query={query} label="account" head={<PageHeader title="Account" above={back} />}>
      {(account) => (
        <>
          <PageHeader
            title={account.name}
            above={back}
            actions={
              mayChange && (
                <>
                  {account.status !== "closed" && <AccountActions account={account} />}
                  <ExportButton id={account.id} />
                  {!account.isOperator && <EraseButton account={account} />}
                </>
              )
            }
          />
          <Facts facts={factsOf(account)} />
          <CustomerBillingSections account={account} />
        </>
      )}
    </Loaded>
  );
}

function ExportButton({ id }: { id: string }) {
  const { exportData } = useAccountActions();
  const save = (bytes: Uint8Array) =>
    saveFile(new Blob([new Uint8Array(bytes)], { type: "application/x-ndjson" }), `${id}.ndjson`);
  return (
    <>
      <Button busy={exportData.isPending} onClick={() => exportData.mutate(id, { onSuccess: save })}>
        Export
      </Button>
      <ActionProblem error={exportData.error} />
    </>
  );
}

function factsOf(account: CustomerAccount): [string, ReactNode][] {
  const { id, status, plan, currency, isOperator, createdAt, suspendedAt, suspensionReason, closesAt, erasedAt } =
    account;
  const facts: [string, ReactNode][] = [
    ["Status", <AccountStatusMark key="status" status={status} />],
    ["Plan", `${plan}, in ${currency}`],
    ["Id", <CopyableId key="id" id={id} contentName="account id" />],
    ["Created", <Time key="created" at={createdAt} />],
  ];
  if (isOperator) facts.push(["Role", "Account of the operators"]);
  if (suspendedAt !== null) {
    facts.push(["Suspended", <Time key="suspended" at={suspendedAt} />], ["Reason", suspensionReason]);
  }
  if (closesAt !== null) facts.push([status === "closed" ? "Closed" : "Closes", <Time key="closes" at={closesAt} />]);
  if (erasedAt !== null) facts.push(["Erased", <Time key="erased" at={erasedAt} />]);
  facts.push([
    "Changes",
    <TextLink key="changes" to="/audit" search={{ subjectId: id }}>
      Changes by operators
    </TextLink>,
  ]);
  facts.push([
    "Audit log",
    <TextLink key="audit" to="/operator/audit" search={{ accountId: id }}>
      All changes in the account
    </TextLink>,
  ]);
  return facts;
}
