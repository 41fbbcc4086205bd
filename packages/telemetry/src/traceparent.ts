/** Position in a trace, as in the `traceparent` header of W3C Trace Context, version 00. */
export interface TracePosition {
  /** 32 lower-case hexadecimal digits, not all zero. */
  traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  spanId: string;
}

const pattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Parses a `traceparent` header; undefined if it is missing or invalid. Its sampling flag is ignored. */
export function parseTraceparent(text: unknown): TracePosition | undefined {
  const [, traceId, spanId] = typeof text === "string" ? (pattern.exec(text) ?? []) : [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}

/** Formats a position of a sampled trace. */
export function formatTraceparent({ traceId, spanId }: TracePosition): string {
  return `00-${traceId}-${spanId}-01`;
}
