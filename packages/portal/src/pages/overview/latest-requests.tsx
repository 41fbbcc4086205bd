import type { LoggedRequest } from "@wayfare/sdk";
import { Loaded } from "../../components/loaded.tsx";
import { durationColumn, requestColumn, statusColumn } from "../../components/request-columns.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { Time } from "../../components/time.tsx";
import { useLatestRequests } from "./data.ts";

const columns: readonly Column<LoggedRequest>[] = [
  requestColumn,
  { ...statusColumn, width: "w-24" },
  { ...durationColumn, secondary: true },
  { header: "Time", cell: ({ createdAt }) => <Time at={createdAt} show="distance" />, align: "end", width: "w-28" },
];

/** Table of the latest requests. */
export function LatestRequests() {
  const requests = useLatestRequests();
  return (
    <Loaded query={requests} label="requests">
      {(rows) => <Table caption="Latest requests" columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Loaded>
  );
}
