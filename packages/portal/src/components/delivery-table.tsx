import type { Delivery } from "@wayfare/sdk";
import type { ReactNode } from "react";
import { type DeliveryFilters, useDeliveries } from "../data/deliveries.ts";
import { useAllWebhooks } from "../data/webhooks.ts";
import { Breakable } from "./breakable.tsx";
import { selectionColumn } from "./delivery-selection.tsx";
import { DeliveryStatusMark } from "./delivery-status.tsx";
import { RowLink } from "./row-link.tsx";
import { type Column, PagedTable } from "./table.tsx";
import { Time } from "./time.tsx";

interface DeliveryTableProps {
  caption: string;
  filters: DeliveryFilters;
  limit?: number;
  empty?: ReactNode;
  /** Ids of the selected deliveries, if rows can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (id: string, on: boolean) => void;
}

/** Table of deliveries, newest first, with links to their pages. */
export function DeliveryTable({ caption, filters, limit = 50, empty, selected, onSelect }: DeliveryTableProps) {
  const deliveries = useDeliveries(filters, limit);
  const urls = new Map(useAllWebhooks().map(({ id, url }) => [id, url]));
  const columns: Column<Delivery>[] = [
    {
      header: "Event",
      cell: ({ id, type }) => (
        <RowLink to="/deliveries/$id" params={{ id }} className="font-mono">
          <Breakable text={type} />
        </RowLink>
      ),
    },
    {
      header: "Endpoint",
      cell: ({ webhookId }) => (
        <span className="font-mono text-12 wrap-anywhere text-ink-2">{urls.get(webhookId) ?? webhookId}</span>
      ),
      secondary: true,
    },
    {
      header: "Status",
      cell: ({ status }) => <DeliveryStatusMark status={status} />,
      width: "w-36",
      sortBy: ({ status }) => status,
    },
    {
      header: "Attempts",
      sortBy: ({ attemptCount }) => attemptCount,
      cell: ({ attemptCount }) => <span className="font-mono tabular-nums">{attemptCount}</span>,
      align: "end",
      secondary: true,
      width: "w-20",
    },
    {
      header: "Created",
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} show="distance" />,
      align: "end",
      width: "w-28",
    },
  ];
  if (selected !== undefined && onSelect !== undefined) columns.unshift(selectionColumn(selected, onSelect));
  return (
    <PagedTable
      caption={caption}
      pages={deliveries}
      columns={columns}
      isFaint={({ status }) => status === "cancelled"}
      empty={empty ?? <p className="text-13 text-ink-3">No deliveries yet.</p>}
    />
  );
}
