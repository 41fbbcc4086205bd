import type { CreditEntry } from "@wayfare/sdk";
import { Figures } from "../../components/figures.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/page-header.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { type Column, PagedTable } from "../../components/table.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { Time } from "../../components/time.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { Coupons } from "./coupons.tsx";
import { useCreditBalance, useCreditEntries } from "./data.ts";

/** What the account has with us, what changed it, and what coupons take off. */
export function CreditView() {
  return (
    <>
      <div className="-mt-6">
        <Section title="Credit">
          <Balance />
        </Section>
      </div>
      <Section title="Redeem a coupon">
        <Permitted scopes={["billing.write"]} may="redeem one">
          <CouponForm />
        </Permitted>
      </Section>
      <Section title="Coupons in force">
        <Coupons />
      </Section>
      <Section title="What changed the credit">
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
              note: "Invoices use it up before anything is to be paid.",
            },
          ]}
        />
      )}
    </Loaded>
  );
}

const columns: readonly Column<CreditEntry>[] = [
  {
    header: "What",
    cell: ({ description, invoiceId }) =>
      invoiceId === null ? (
        description
      ) : (
        <TextLink to="/billing/invoices/$id" params={{ id: invoiceId }}>
          {description}
        </TextLink>
      ),
  },
  { header: "At", cell: ({ createdAt }) => <Time at={createdAt} show="instant" />, width: "wide:w-40" },
  { header: "Amount", cell: ({ amount }) => <Money value={amount} />, align: "end", width: "w-24" },
];

function Entries() {
  const entries = useCreditEntries();
  return (
    <PagedTable
      caption="Changes of the credit"
      pages={entries}
      columns={columns}
      empty={
        <p className="max-w-[68ch] text-ink-2">
          Nothing yet. Coupons of credit, credit notes and plans that gave back more than they cost put something here;
          invoices use it.
        </p>
      }
    />
  );
}
