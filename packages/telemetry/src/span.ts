import type { TracePosition } from "./traceparent.ts";

type SpanKind = "internal" | "server" | "client" | "producer";

export type Attributes = Record<string, string | number | boolean>;

/** Name and attributes of a span. No attribute may contain a key, a secret or personal data. */
export interface SpanSpec {
  name: string;
  /** `internal` by default. */
  kind?: SpanKind;
  attributes?: Attributes;
}

/** A measured piece of work. */
export interface Span extends TracePosition {
  parentId: string | undefined;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970 with fractions, like `endedAtMs`. */
  startedAtMs: number;
  endedAtMs: number;
  attributes: Attributes;
  /** Name of the error's class. Messages can contain data of callers. */
  error: string | undefined;
}

/** Numbers of OTLP's `SpanKind`. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, producer: 4 };
const errorStatus = 2;

/** Renders spans as the JSON body of an OTLP/HTTP export request. */
export function renderExport(spans: readonly Span[], resource: Attributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: renderAttributes(resource) },
        scopeSpans: [{ scope: { name: "wayfare" }, spans: spans.map(renderSpan) }],
      },
    ],
  });
}

function renderSpan(span: Span): unknown {
  const { traceId, spanId, parentId, name, kind, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentId === undefined ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: toNanoseconds(span.startedAtMs),
    endTimeUnixNano: toNanoseconds(span.endedAtMs),
    attributes: renderAttributes(attributes),
    ...(error === undefined ? {} : { status: { code: errorStatus, message: error } }),
  };
}

function renderAttributes(attributes: Attributes): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: renderValue(value) }));
}

function renderValue(value: string | number | boolean): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Text, because a double cannot hold nanoseconds since 1970. Microseconds are exact. */
function toNanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}
