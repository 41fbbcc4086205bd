/**
 * Returns the SQL condition that limits a query to one application's rows; a null parameter matches all rows. Every query of a table with
 * an `application_id` uses it; tests/account-isolation.test.ts lists the exceptions.
 *
 * @param parameter such as `$3`, with the `applicationId` of the query's scope.
 */
export function applicationCondition(parameter: `$${number}`): string {
  return `(${parameter}::text IS NULL OR application_id = ${parameter})`;
}

/**
 * Returns the SQL condition that any of the columns contains a text, case-insensitive and without wildcards; a null parameter matches all
 * rows. It scans the rows that the other conditions select, so use it only for lists that people make, such as keys.
 *
 * @param parameter such as `$3`
 */
export function containsText(parameter: `$${number}`, columns: readonly string[]): string {
  const matches = columns.map((column) => `position(lower(${parameter}) in lower(${column})) > 0`);
  return `(${parameter}::text IS NULL OR ${matches.join(" OR ")})`;
}
