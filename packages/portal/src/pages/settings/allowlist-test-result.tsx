import type { AllowlistDryRun } from "@wayfare/contract";
import { formatCount } from "../../components/money-format.ts";
import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";

type Address = AllowlistDryRun["addresses"][number];

const columns: readonly Column<Address>[] = [
  { header: "IP address", cell: ({ address }) => <span className="font-mono text-12 break-all">{address}</span> },
  {
    header: "Result",
    cell: ({ allowed }) => <Status tone={allowed ? "positive" : "critical"}>{allowed ? "Allowed" : "Blocked"}</Status>,
    width: "w-28",
  },
  {
    header: "Requests",
    cell: ({ requests }) => <span className="font-mono tabular-nums">{formatCount(requests)}</span>,
    align: "end",
    width: "w-24",
  },
  { header: "Last request", cell: ({ lastAt }) => <Time at={lastAt} show="distance" />, align: "end", secondary: true },
];

/** Result of testing an allowlist against recent requests. */
export function AllowlistTestResult({ result: { from, requests, refused, addresses } }: { result: AllowlistDryRun }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <p>
        <Status tone={refused === 0 ? "positive" : "critical"}>
          <span className="whitespace-normal">
            {refused === 0
              ? `All ${formatCount(requests)} requests would be allowed`
              : `${formatCount(refused)} of ${formatCount(requests)} requests would be blocked`}
          </span>
        </Status>
        <span className="text-ink-2">
          {" "}
          since <Time at={from} show="instant" />.
        </span>
      </p>
      {addresses.length > 0 && (
        <Table
          caption="IP addresses of recent requests"
          columns={columns}
          rows={addresses}
          keyOf={({ address }) => address}
        />
      )}
    </div>
  );
}
