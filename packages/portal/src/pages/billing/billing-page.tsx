import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { TestTime } from "../../components/test-time.tsx";
import { useEnvironment } from "../../data/environment.ts";
import { CreditView } from "./credit-view.tsx";
import { InvoicesView } from "./invoices-view.tsx";
import { PlanView } from "./plan-view.tsx";

const route = getRouteApi("/shell/billing");

/** What the account pays for: its plan, its invoices, its credit. */
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
            ? "Test data has plans and invoices of its own, and no money: try every change here first."
            : "What the account pays for."
        }
      />
      <TestTime>
        <Tabs
          label="Billing"
          value={tab}
          onChange={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
          tabs={[
            { value: "plan", label: "Plan", content: <PlanView /> },
            { value: "invoices", label: "Invoices", content: <InvoicesView status={status} /> },
            { value: "credit", label: "Credit and coupons", content: <CreditView /> },
          ]}
        />
      </TestTime>
    </>
  );
}
