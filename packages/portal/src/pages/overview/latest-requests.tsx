import type { LoggedRequest } from "@wayfare/sdk";
import { Breakable } from "../../components/breakable.tsx";
import { HttpStatus } from "../../components/http-status.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { RowLink } from "../../components/row-link.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { formatMilliseconds } from "../../components/time-format.ts";
import { useLatestRequests } from "./data.ts";

const columns: readonly Column<LoggedRequest>[] = [
  {
    header: "Request",
    cell: ({ id, method, route }) => (
      <RowLink to="/requests/$id" params={{ id }} className="font-mono">
        <span className="text-ink-3">{method}</span> <Breakable text={route} />
      </RowLink>
    ),
  },
  { header: "Status", cell: ({ status }) => <HttpStatus status={status} />, width: "w-24" },
  {
    header: "Took",
    cell: ({ durationMs }) => <span className="font-mono tabular-nums">{formatMilliseconds(durationMs)}</span>,
    align: "end",
    width: "w-24",
    secondary: true,
  },
  { header: "When", cell: ({ at }) => <Time at={at} show="distance" />, align: "end", width: "w-28" },
];

/** The last few requests. */
export function LatestRequests() {
  const requests = useLatestRequests();
  return (
    <Loaded query={requests} label="requests">
      {(rows) => <Table caption="Latest requests" columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Loaded>
  );
}
