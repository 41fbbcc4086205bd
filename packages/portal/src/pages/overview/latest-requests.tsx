import type { LoggedRequest } from "@wayfare/sdk";
import { Problem } from "../../components/problem.tsx";
import { Status, type Tone } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { Waiting } from "../../components/waiting.tsx";
import { useLatestRequests } from "./data.ts";

const columns: readonly Column<LoggedRequest>[] = [
  {
    header: "Request",
    cell: ({ method, route }) => (
      <span className="font-mono break-all">
        <span className="text-ink-3">{method}</span> {route}
      </span>
    ),
  },
  { header: "Status", cell: ({ status }) => <StatusCode status={status} />, width: "w-24" },
  {
    header: "Took",
    cell: ({ durationMs }) => <span className="font-mono">{formatMilliseconds(durationMs)}</span>,
    align: "end",
    width: "w-24",
    secondary: true,
  },
  { header: "When", cell: ({ at }) => <Time at={at} show="distance" />, align: "end", width: "w-28" },
];

/** The last few requests. */
export function LatestRequests() {
  const requests = useLatestRequests();
  if (requests.error !== null) return <Problem error={requests.error} onRetry={() => void requests.refetch()} />;
  if (requests.data === undefined) return <Waiting label="requests" />;
  return <Table caption="Latest requests" columns={columns} rows={requests.data} keyOf={({ id }) => id} />;
}

function StatusCode({ status }: Pick<LoggedRequest, "status">) {
  return (
    <Status tone={toneOf(status)}>
      <span className="font-mono">{status ?? "left"}</span>
    </Status>
  );
}

function toneOf(status: number | null): Tone {
  if (status === null) return "neutral";
  if (status < 400) return "positive";
  return status < 500 ? "caution" : "critical";
}
