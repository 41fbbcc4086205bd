/** Value to sort by. Null sorts last in both directions. */
export type SortValue = string | number | null;

/** Order of a table: the header of a column, and the direction. */
export interface Sort {
  by: string;
  descending: boolean;
}

/** Returns the order after a click on a header: ascending, then descending, then none. */
export function nextSort(header: string, current: Sort | undefined): Sort | undefined {
  if (current === undefined) return { by: header, descending: false };
  return current.descending ? undefined : { by: header, descending: true };
}

const texts = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Returns the rows sorted by a value: numbers by size, texts as people sort them. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortValue,
  descending: boolean,
): readonly Row[] {
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .toSorted((one, other) => {
      if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null);
      return direction * compare(one.value, other.value);
    })
    .map(({ row }) => row);
}

function compare(one: string | number, other: string | number): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return texts.compare(String(one), String(other));
}
