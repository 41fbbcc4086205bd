/**
 * The SQL condition that limits a query to rows of one application, or to no application if the parameter is null. Every query of a table
 * with an `application_id` has it; tests/account-bound.test.ts lists the exceptions.
 *
 * @param parameter such as `$3`, with the `applicationId` of the query's scope.
 */
export function ofApplication(parameter: `$${number}`): string {
  return `(${parameter}::text IS NULL OR application_id = ${parameter})`;
}
