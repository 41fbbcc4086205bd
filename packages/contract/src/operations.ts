/** Operations that count toward the quota of a plan: each request answered 200, once per request id. */
export const operations = ["search"] as const;

export type Operation = (typeof operations)[number];

export function isOperation(text: string): text is Operation {
  return operations.some((operation) => operation === text);
}
