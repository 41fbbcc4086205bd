import type { Supplier } from "@wayfare/sdk";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Facts } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { budgetFacts, describeOffers, resultFacts } from "../../components/supplier-facts.tsx";
import { supplierName } from "../../components/supplier-names.ts";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/toast.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { useSupplierActions, useSuppliers } from "../../data/suppliers.ts";
import { ConnectDialog } from "./connect-dialog.tsx";

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
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-16 font-semibold wrap-anywhere">
          {name} <span className="text-13 font-normal text-ink-3">{describeOffers(supplier)}</span>
        </h2>
        <SupplierActions supplier={supplier} />
      </div>
      <Facts facts={factsOf(supplier)} />
    </section>
  );
}

function factsOf(supplier: Supplier): [string, React.ReactNode][] {
  return [
    ["Status", describeStatus(supplier)],
    ["Credential", describeCredential(supplier)],
    ["Checked", supplier.checkedAt === null ? "Never" : <Time key="checked" at={supplier.checkedAt} />],
    ...(supplier.webhookUrl === null
      ? []
      : [["Order events", supplier.hasWebhookSecret ? "Received" : "No webhook secret"] satisfies [string, string]]),
    ...budgetFacts(supplier),
    ...resultFacts(supplier),
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
