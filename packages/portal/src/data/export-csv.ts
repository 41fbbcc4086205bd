import { type CsvColumn, toCsv } from "./csv.ts";
import { saveFile } from "./save-file.ts";

/** Rows of one file. A larger export would hold up the browser and the service. */
export const maxExportRows = 10_000;

interface CsvExport<Row> {
  columns: readonly CsvColumn<Row>[];
  /** All rows of the list, page by page. */
  rows: AsyncIterable<Row>;
  onProgress?: (rows: number) => void;
}

/** Reads up to 10,000 rows and renders them. `isComplete` is false if the list has more. */
export async function readCsv<Row>({ columns, rows, onProgress }: CsvExport<Row>): Promise<{
  csv: string;
  count: number;
  isComplete: boolean;
}> {
  const read: Row[] = [];
  let isComplete = true;
  for await (const row of rows) {
    if (read.length === maxExportRows) {
      isComplete = false;
      break;
    }
    read.push(row);
    if (read.length % 200 === 0) onProgress?.(read.length);
  }
  return { csv: toCsv(columns, read), count: read.length, isComplete };
}

/** Saves a text as a file of the browser. A byte order mark tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  saveFile(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }), name);
}
