/** A table that the ranking cannot be fitted to; the message says where and what to do. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}
