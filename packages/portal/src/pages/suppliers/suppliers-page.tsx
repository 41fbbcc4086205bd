import type { Supplier } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { useSupplierActions, useSuppliers } from "../../data/suppliers.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { supplierName } from "./supplier-names.ts";

const title = "Suppliers";

/** Suppliers page. */
export function SuppliersPage() {
  const query = useSuppliers();
  const environment = useEnvironment();
  const header = <PageHeader title={title} lead={leads[environment]} />;
  return (
    <Loaded query={query} label="suppliers" head={header}>
      {({ data }) => (
        <>
          {header}
          {data.length === 0 ? (
            <EmptyState title="No live suppliers">
              <p>The operator of this service can add suppliers.</p>
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-10">
              {data.map((supplier) => (
                <SupplierSection key={supplier.name} supplier={supplier} />
              ))}
            </div>
          )}
        </>
      )}
    </Loaded>
  );
}

const leads = {
  live: "Live searches use your connected suppliers. Without one, flights and prices are simulated.",
  test: "Test searches are simulated. Connect a test token to add a supplier’s test mode.",
};

function SupplierSection({ supplier }: { supplier: Supplier }) {
  const name = supplierName(supplier.name);
  const { cash, award } = supplier;
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-16 font-semibold wrap-anywhere">
          {name} <span className="text-13 font-normal text-ink-3">{describeOffers(cash, award)}</span>
        </h2>
        <SupplierActions supplier={supplier} />
      </div>
      <Facts facts={factsOf(supplier)} />
    </section>
  );
}

function describeOffers(cash: boolean, award: boolean): string {
  if (cash && award) return "cash fares and awards";
  return cash ? "cash fares" : "awards";
}

function factsOf(supplier: Supplier): [string, React.ReactNode][] {
  const { budget, searchesToday, averageMs } = supplier;
  return [
    ["Status", describeStatus(supplier)],
    ["Credential", describeCredential(supplier)],
    ["Checked", supplier.checkedAt === null ? "Never" : <Time key="checked" at={supplier.checkedAt} />],
    ...(supplier.webhookUrl === null
      ? []
      : [["Order events", supplier.hasWebhookSecret ? "Received" : "No webhook secret"] satisfies [string, string]]),
    ["Calls today", withLimit(String(supplier.callsToday), budget.callsPerDay)],
    [
      "Cost this month",
      <span key="cost">
        <Money value={supplier.costThisMonth} />
        {budget.spendPerMonth !== null && (
          <>
            {" of "}
            <Money value={budget.spendPerMonth} />
          </>
        )}
      </span>,
    ],
    ["Calls per booking", budget.callsPerBooking === null ? "No limit" : `At most ${budget.callsPerBooking}`],
    [
      "Searches today",
      searchesToday === 0
        ? "None"
        : `${searchesToday}: ${percent(supplier.answeredShare)} answered, ${percent(supplier.offersShare)} with offers`,
    ],
    ["Average time today", averageMs === null ? "No searches" : `${averageMs} ms`],
    [
      "Last failure today",
      supplier.lastFailureAt === null ? (
        "None"
      ) : (
        <span key="failure" className="wrap-anywhere">
          {supplier.lastFailure} (<Time at={supplier.lastFailureAt} />)
        </span>
      ),
    ],
  ];
}

function describeStatus({ enabled, credentialOwner, credentialHint }: Supplier): string {
  if (enabled) return credentialOwner === "deployment" ? "Connected by the operator" : "Connected";
  return credentialHint === null ? "Not connected" : "Paused";
}

function describeCredential({ credentialHint, credentialOwner }: Supplier): string {
  if (credentialHint !== null) return `Ends in ${credentialHint}`;
  return credentialOwner === "deployment" ? "The operator’s" : "None";
}

function withLimit(count: string, limit: number | null): string {
  return limit === null ? `${count}, no limit` : `${count} of ${limit}`;
}

function percent(share: number | null): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}

function SupplierActions({ supplier }: { supplier: Supplier }) {
  const { update, check, disconnect } = useSupplierActions();
  const [open, setOpen] = useState<"connect" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const { name, enabled, credentialHint, acceptsCredential } = supplier;
  const label = supplierName(name);
  const isKnown = enabled || credentialHint !== null;
  return (
    <RequireScope scopes={["usage.write"]} action="change suppliers">
      {enabled && (
        <Button
          busy={check.isPending}
          onClick={() =>
            check.mutate(name, {
              onSuccess: () => toast(`${label} accepts the credential`),
              onError: (error) => toast(error.message),
            })
          }
        >
          Test
        </Button>
      )}
      {isKnown && (
        <Button busy={update.isPending} onClick={() => update.mutate({ name, change: { enabled: !enabled } })}>
          {enabled ? "Pause" : "Resume"}
        </Button>
      )}
      {acceptsCredential && (
        <Button kind={isKnown ? "secondary" : "primary"} onClick={() => setOpen("connect")}>
          {credentialHint === null ? "Connect" : "Edit"}
        </Button>
      )}
      {credentialHint !== null && (
        <Button kind="danger" onClick={() => setOpen("disconnect")}>
          Disconnect
        </Button>
      )}
      <ConnectDialog
        supplier={supplier}
        open={open === "connect"}
        onClose={close}
        action={update}
        onSubmit={(change) =>
          update.mutate(
            { name, change },
            {
              onSuccess: () => {
                close();
                toast(`Saved ${label}`);
              },
            },
          )
        }
      />
      <ConfirmDialog
        open={open === "disconnect"}
        onClose={close}
        title={`Disconnect ${label}?`}
        actionLabel="Disconnect"
        action={disconnect}
        onConfirm={() => disconnect.mutate(name, { onSuccess: close })}
      >
        <p className="text-ink-2">
          Its token, budget and settings are deleted. Its offers can no longer be priced again.
        </p>
      </ConfirmDialog>
    </RequireScope>
  );
}
