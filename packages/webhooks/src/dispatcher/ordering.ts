/**
 * SQL condition: no earlier delivery of the same subject to the same endpoint is open. Deliveries without an ordering key always meet it.
 *
 * It compares with the first open delivery, one index look-up however many are open. A concurrent completion is not visible yet, which
 * only makes the successor wait for the next claim; a new delivery has the last place, so none can get in front of one that is claimed.
 * A scalar subquery, because the planner could turn `NOT EXISTS` into a join that reads the whole table.
 *
 * @param delivery alias of the table.
 */
export const isFirstOfSubject = (
  delivery: string,
): string => `(${delivery}.ordering_key IS NULL OR ${delivery}.ordering_position = (
    SELECT first.ordering_position FROM deliveries first
    WHERE first.endpoint_id = ${delivery}.endpoint_id AND first.ordering_key = ${delivery}.ordering_key AND first.finished_at IS NULL
    ORDER BY first.ordering_position LIMIT 1
  ))`;
