import type { CreditEntry } from "@wayfare/sdk";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/page-header.tsx";
import { RequireScope } from "../../components/require-scope.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { Coupons } from "./coupons.tsx";
import { useCreditBalance, useCreditEntries } from "./data.ts";

/** Credit tab: balance, coupons and history. */
export function CreditView() {
  return (
    <>
      <div className="-mt-6">
        <Section title="Credit">
          <Balance />
        </Section>
      </div>
      <Section title="Redeem coupon">
        <RequireScope scopes={["billing.write"]} action="redeem coupons">
          <CouponForm />
        </RequireScope>
      </Section>
      <Section title="Active coupons">
        <Coupons />
      </Section>
      <Section title="Credit history">
        <Entries />
      </Section>
    </>
  );
}

function Balance() {
  return (
    <Loaded query={useCreditBalance()} label="credit">
      {({ balance }) => (
        <Figures
          figures={[
            {
              label: "Balance",
              value: <Money value={balance} />,
              note: "Applied to invoices before payment.",
            },
          ]}
        />
      )}
    </Loaded>
  );
}

const columns: readonly Column<CreditEntry>[] = [
  {
    header: "Description",
    cell: ({ description, invoiceId }) =>
      invoiceId === null ? (
        description
      ) : (
        <TextLink to="/billing/invoices/$id" params={{ id: invoiceId }}>
          {description}
        </TextLink>
      ),
  },
  { header: "Time", cell: ({ createdAt }) => <Time at={createdAt} show="instant" />, width: "wide:w-40" },
  { header: "Amount", cell: ({ amount }) => <Money value={amount} />, align: "end", width: "w-24" },
];

function Entries() {
  const entries = useCreditEntries();
  return (
    <PagedTable
      caption="Credit history"
      pages={entries}
      columns={columns}
      empty={
        <p className="max-w-[68ch] text-ink-2">
          No entries yet. Credit coupons, credit notes and plan changes add credit; invoices use it.
        </p>
      }
    />
  );
}
