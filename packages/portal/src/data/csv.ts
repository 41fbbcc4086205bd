/** Value of a cell of a CSV file. */
type CsvValue = string | number | boolean | null;

/** Column of a CSV file. */
export interface CsvColumn<Row> {
  name: string;
  value: (row: Row) => CsvValue;
}

/**
 * First characters that make a spreadsheet read a cell as a formula (OWASP, CSV Injection). Tab and carriage return are included, because
 * some programs drop them.
 */
const formulaStart = /^[=+\-@\t\r]/;

/**
 * Renders rows as CSV (RFC 4180) with a header line and CRLF line ends. A text that a spreadsheet would run as a formula gets a leading
 * apostrophe; numbers stay numbers.
 */
export function toCsv<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return lines.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function toCell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
