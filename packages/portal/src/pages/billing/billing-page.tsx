import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { CreditView } from "./credit-view.tsx";
import { DetailsView } from "./details-view.tsx";
import { InvoicesView } from "./invoices-view.tsx";
import { PlanView } from "./plan-view.tsx";

const route = getRouteApi("/shell/billing");

/** Billing page: plan, invoices and credit. */
export function BillingPage() {
  const { tab = "plan", status } = route.useSearch();
  const navigate = route.useNavigate();
  const isTest = useEnvironment() === "test";
  return (
    <>
      <PageHeader
        title="Billing"
        lead={
          isTest
            ? "Test mode has its own plan and invoices, without real payments. Use it to try changes."
            : "Plan, invoices and credit of the account."
        }
      />
      <Tabs
        label="Billing"
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
        tabs={[
          { value: "plan", label: "Plan", content: <PlanView /> },
          { value: "invoices", label: "Invoices", content: <InvoicesView status={status} /> },
          { value: "credit", label: "Credit and coupons", content: <CreditView /> },
          { value: "details", label: "Billing details", content: <DetailsView /> },
        ]}
      />
    </>
  );
}
