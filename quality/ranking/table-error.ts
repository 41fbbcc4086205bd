/** Thrown if the ranking cannot be fitted to a table; the message names the location and the fix. */
export class TableError extends Error {
  override readonly name = "TableError";
}
