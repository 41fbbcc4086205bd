/** SQL condition on a row of `accounts`: not suspended and not closed. Deliveries of other accounts wait. `now` is in real time. */
export function isOpenAccount(now: `$${number}`): string {
  return `suspended_at IS NULL AND (closes_at IS NULL OR closes_at > ${now}::timestamptz)`;
}
