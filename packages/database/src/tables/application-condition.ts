/**
 * Returns the SQL condition that limits a query to one application's rows; a null parameter matches all rows. Every query of a table with
 * an `application_id` uses it; tests/account-isolation.test.ts lists the exceptions.
 *
 * @param parameter such as `$3`, with the `applicationId` of the query's scope.
 */
export function applicationCondition(parameter: `$${number}`): string {
  return `(${parameter}::text IS NULL OR application_id = ${parameter})`;
}
