import type { LoggedRequest } from "@wayfare/sdk";
import { Breakable } from "./breakable.tsx";
import { HttpStatus } from "./http-status.tsx";
import { RowLink } from "./row-link.tsx";
import type { Column } from "./table.tsx";
import { formatMilliseconds } from "./time-format.ts";

export const requestColumn: Column<LoggedRequest> = {
  header: "Request",
  cell: ({ id, method, route }) => (
    <RowLink to="/requests/$id" params={{ id }} className="font-mono broad:whitespace-nowrap">
      <span className="text-ink-3">{method}</span> <Breakable text={route} />
    </RowLink>
  ),
};

export const statusColumn: Column<LoggedRequest> = {
  header: "Status",
  cell: ({ status }) => <HttpStatus status={status} />,
};

export const durationColumn: Column<LoggedRequest> = {
  header: "Duration",
  cell: ({ durationMs }) => <span className="font-mono tabular-nums">{formatMilliseconds(durationMs)}</span>,
  align: "end",
  width: "w-24",
  sortBy: ({ durationMs }) => durationMs,
};
