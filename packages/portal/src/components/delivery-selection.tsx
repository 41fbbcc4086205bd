import type { Delivery, DeliveryStatus } from "@wayfare/sdk";
import type { Column } from "./table.tsx";

/** Returns true if a delivery with this status can be retried. */
export function isRetryable(status: DeliveryStatus): boolean {
  return status !== "pending" && status !== "delivering";
}

/** Table column with a checkbox for each delivery that can be retried. */
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
