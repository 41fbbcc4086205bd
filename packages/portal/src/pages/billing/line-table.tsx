import type { InvoiceLine } from "@wayfare/sdk";
import { classNames } from "../../components/class-names.ts";
import { Money } from "../../components/money.tsx";
import { formatCount, formatMoney } from "../../components/money-format.ts";
import { type Column, Table } from "../../components/table.tsx";
import type { Sum } from "./sums.ts";

const columns: readonly Column<{ line: InvoiceLine }>[] = [
  {
    header: "For",
    cell: ({ line: { description, quantity, unitPrice } }) => (
      <span className="flex flex-col">
        {description}
        {quantity !== null && unitPrice !== null && (
          <span className="font-mono text-12 text-ink-3">
            {formatCount(quantity)} × {formatMoney(unitPrice)}
          </span>
        )}
      </span>
    ),
  },
  { header: "Amount", cell: ({ line }) => <Money value={line.amount} />, align: "end", width: "w-32" },
];

/** Table of invoice lines. */
export function LineTable({ caption, lines }: { caption: string; lines: readonly InvoiceLine[] }) {
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={lines.map((line, index) => ({ line, key: `${index} ${line.description}` }))}
      keyOf={({ key }) => key}
    />
  );
}

/** Totals below the invoice lines. */
export function SumList({ sums }: { sums: readonly Sum[] }) {
  return (
    <dl className="ml-auto w-full max-w-sm text-13">
      {sums.map(({ label, amount, isDue }) => (
        <div
          key={label}
          className={classNames(
            "flex min-h-8 items-center justify-between gap-4",
            isDue && "border-t border-edge text-14 font-semibold",
          )}
        >
          <dt className={isDue ? "" : "text-ink-2"}>{label}</dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
