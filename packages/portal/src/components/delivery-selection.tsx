import type { Delivery, DeliveryStatus } from "@wayfare/sdk";
import type { Column } from "./table.tsx";

/** What is over, or waits, can begin anew; what is on its way cannot. */
export function isRetryable(status: DeliveryStatus): boolean {
  return status !== "pending" && status !== "delivering";
}

/** A column of boxes to tick, beside the link that covers the row. */
export function selectionColumn(
  selected: ReadonlySet<string>,
  onSelect: (id: string, on: boolean) => void,
): Column<Delivery> {
  return {
    header: "Select",
    headerHidden: true,
    width: "w-8",
    cell: ({ id, type, status }) =>
      isRetryable(status) && (
        <input
          type="checkbox"
          aria-label={`Select ${type} ${id}`}
          checked={selected.has(id)}
          onChange={({ target }) => onSelect(id, target.checked)}
          className="relative z-1 block size-4 pointer-coarse:size-5"
        />
      ),
  };
}
