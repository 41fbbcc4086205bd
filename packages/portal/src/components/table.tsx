import { type ReactNode, useId } from "react";
import type { Pages } from "../data/pages.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** True shows the header only to screen readers. */
  headerHidden?: boolean;
  /** Right-aligned, for numbers. */
  align?: "end";
  /** True hides the column on narrow screens. The detail page shows the value. */
  secondary?: boolean;
  /** Utility class such as `w-40`. Columns without a width share the remaining space. */
  width?: string;
}

interface TableProps<Row> {
  /** Accessible caption of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Returns true for an inactive row, such as a revoked key. */
  isFaint?: (row: Row) => boolean;
}

/** Table. If rows have detail pages, put a `RowLink` into the first cell: it covers the row. */
export function Table<Row>({ caption, columns, rows, keyOf, isFaint }: TableProps<Row>) {
  const lastWhenNarrow = columns.findLast(({ secondary }) => secondary !== true);
  const classOf = (column: Column<Row>, own: string) =>
    classNames(cellClass(column, own), column === lastWhenNarrow && "max-wide:pr-0");
  return (
    <table className="w-full border-collapse text-left text-13">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-edge">
          {columns.map((column) => (
            <th key={column.header} scope="col" className={classOf(column, "h-8 text-12 font-medium text-ink-3")}>
              {column.headerHidden === true ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={classNames(
              "relative border-b border-line has-[a]:hover:bg-sunken",
              isFaint?.(row) && "text-ink-3 [&_a]:font-normal [&_a]:text-ink-2",
            )}
          >
            {columns.map((column) => (
              <td key={column.header} className={classOf(column, "h-9 py-1 pointer-coarse:h-11")}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function cellClass<Row>({ align, secondary, width }: Column<Row>, own: string): string {
  return classNames(
    own,
    "pr-4 last:pr-0",
    align === "end" && "text-right",
    secondary && "hidden wide:table-cell",
    width,
  );
}

/** Paginated table with a button for older rows, and its loading, empty and error states. */
export function PagedTable<Row extends { id: string }>({
  pages,
  empty,
  ...table
}: Omit<TableProps<Row>, "rows" | "keyOf"> & { pages: Pages<Row>; empty: ReactNode }) {
  const countId = useId();
  if (pages.error !== null && pages.rows.length === 0) return <Problem error={pages.error} onRetry={pages.retry} />;
  if (pages.isPending) return <Loading label={table.caption} />;
  if (pages.rows.length === 0) return empty;
  return (
    <div>
      <Table {...table} rows={pages.rows} keyOf={({ id }) => id} />
      <footer className="flex items-center justify-between gap-4 pt-3 text-12 text-ink-3">
        <span id={countId} role="status">
          {pages.hasMore ? `${pages.rows.length} newest` : `${pages.rows.length} total`}
        </span>
        {pages.hasMore && (
          <Button onClick={pages.more} busy={pages.isFetching} aria-describedby={countId}>
            Show older
          </Button>
        )}
      </footer>
      {pages.error !== null && <Problem error={pages.error} onRetry={pages.retry} />}
    </div>
  );
}
