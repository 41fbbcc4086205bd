/** What counts against a plan, once a request id: each answered 200. All else counts nothing. */
export const operations = ["search", "calendar", "explore", "watch_run"] as const;

export type Operation = (typeof operations)[number];

export function isOperation(text: string): text is Operation {
  return operations.some((operation) => operation === text);
}
