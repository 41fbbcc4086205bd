import { ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { Pages } from "../data/pages.ts";
import { nextSort, type Sort, type SortValue, sortRows } from "../data/sort-rows.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import { Loading } from "./loading.tsx";
import { formatCount } from "./money-format.ts";
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
  /** Value to sort the loaded rows by. Null sorts last. A column without it cannot be sorted. */
  sortBy?: (row: Row) => SortValue;
}

interface TableProps<Row> {
  /** Accessible caption of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Returns true for an inactive row, such as a revoked key. */
  isFaint?: (row: Row) => boolean;
  sort?: Sort | undefined;
  onSort?: (sort: Sort | undefined) => void;
}

/** Table. If rows have detail pages, put a `RowLink` into the first cell: it covers the row. */
export function Table<Row>({ caption, columns, rows, keyOf, isFaint, sort, onSort }: TableProps<Row>) {
  const lastWhenNarrow = columns.findLast(({ secondary }) => secondary !== true);
  const classOf = (column: Column<Row>, own: string) =>
    classNames(cellClass(column, own), column === lastWhenNarrow && "max-wide:pr-0");
  return (
    <table className="w-full border-collapse text-left text-13">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-edge">
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              aria-sort={sort?.by === column.header ? (sort.descending ? "descending" : "ascending") : undefined}
              className={classOf(column, "h-8 text-12 font-medium text-ink-3")}
            >
              {column.sortBy !== undefined && onSort !== undefined ? (
                <SortButton header={column.header} sort={sort} onSort={onSort} />
              ) : column.headerHidden === true ? (
                <span className="sr-only">{column.header}</span>
              ) : (
                column.header
              )}
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

/** Column header that sorts: ascending, descending, then the order of the list again. */
function SortButton({
  header,
  sort,
  onSort,
}: {
  header: string;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}) {
  const mine = sort?.by === header ? sort : undefined;
  const Icon = mine === undefined ? ChevronsUpDown : mine.descending ? ChevronDown : ChevronUp;
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 rounded-mark hover:text-ink pointer-coarse:h-11"
      onClick={() => onSort(nextSort(header, mine))}
    >
      {header}
      <Icon aria-hidden className={classNames("size-3 shrink-0", mine === undefined && "opacity-50")} />
    </button>
  );
}

function cellClass<Row>({ align, secondary, width }: Column<Row>, own: string): string {
  return classNames(
    own,
    "pr-4 last:pr-0",
    // Long names wrap. A column with a width holds short values, which never break inside a word.
    width === undefined && "wrap-anywhere",
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
  const [sort, setSort] = useState<Sort>();
  const sortBy = table.columns.find(({ header }) => header === sort?.by)?.sortBy;
  const rows = useMemo(
    () => (sort === undefined || sortBy === undefined ? pages.rows : sortRows(pages.rows, sortBy, sort.descending)),
    [pages.rows, sort, sortBy],
  );
  if (pages.error !== null && pages.rows.length === 0) return <Problem error={pages.error} onRetry={pages.retry} />;
  if (pages.isPending) return <Loading label={table.caption} />;
  if (pages.rows.length === 0) return empty;
  return (
    <div>
      <Table {...table} rows={rows} keyOf={({ id }) => id} sort={sort} onSort={setSort} />
      <footer className="flex items-center justify-between gap-4 pt-3 text-12 text-ink-3">
        <span id={countId} role="status">
          {pages.hasMore ? `${formatCount(pages.rows.length)} newest` : `${formatCount(pages.rows.length)} total`}
          {sort !== undefined && pages.hasMore && ", sorted"}
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
