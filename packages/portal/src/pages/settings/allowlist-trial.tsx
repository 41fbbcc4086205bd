import type { DryRunAnswer } from "@wayfare/contract";
import { formatCount } from "../../components/money-format.ts";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";

type Address = DryRunAnswer["addresses"][number];

const columns: readonly Column<Address>[] = [
  { header: "Address", cell: ({ address }) => <span className="font-mono text-12 break-all">{address}</span> },
  {
    header: "Would be",
    cell: ({ allowed }) => <Status tone={allowed ? "positive" : "critical"}>{allowed ? "let in" : "refused"}</Status>,
    width: "w-28",
  },
  {
    header: "Requests",
    cell: ({ requests }) => <span className="font-mono tabular-nums">{formatCount(requests)}</span>,
    align: "end",
    width: "w-24",
  },
  { header: "Last", cell: ({ lastAt }) => <Time at={lastAt} show="distance" />, align: "end", secondary: true },
];

/** What the list would have done to the requests so far. */
export function Trial({ trial: { from, requests, refused, addresses } }: { trial: DryRunAnswer }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        <Status tone={refused === 0 ? "positive" : "critical"}>
          <span className="whitespace-normal">
            {refused === 0
              ? `Nobody would be shut out: ${formatCount(requests)} requests`
              : `${formatCount(refused)} of ${formatCount(requests)} requests would be refused`}
          </span>
        </Status>
        <span className="text-ink-2">
          {" "}
          since <Time at={from} show="instant" />.
        </span>
      </p>
      {addresses.length > 0 && (
        <Table
          caption="Addresses that have called"
          columns={columns}
          rows={addresses}
          keyOf={({ address }) => address}
        />
      )}
    </div>
  );
}
