import { AsyncLocalStorage } from "node:async_hooks";
import { getRandomValues } from "node:crypto";
import { type ExporterOptions, SpanExporter } from "./exporter.ts";
import type { Attributes, Span, SpanSpec } from "./span.ts";
import { formatTraceparent, parseTraceparent, type TracePosition } from "./traceparent.ts";

export interface TracingOptions extends ExporterOptions {
  /** Percentage of the traces that are recorded, 1 to 100. All processes select the same traces, by their id. */
  samplePercent: number;
}

/** Changes a span while its work runs. */
export interface OpenSpan {
  /** Runs `next` inside the span, after a callback that has lost it. */
  run(next: () => void): void;
  /** Sets attributes; existing ones are replaced. */
  set(attributes: Attributes): void;
  /** Ends a span that was begun by `beginTrace`. */
  end(): void;
}

interface Tracer {
  exporter: SpanExporter;
  samplePercent: number;
}

/** Tracing of this thread: code in all packages is measured, so there is one tracer for each thread. */
let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Span>();

/**
 * Starts to record and send traces in this thread. Each worker thread starts its own.
 *
 * @returns a function that stops it and sends the spans that are waiting.
 */
export function startTracing({ samplePercent, ...options }: TracingOptions): () => Promise<void> {
  const exporter = new SpanExporter(options);
  tracer = { exporter, samplePercent };
  return async () => {
    tracer = undefined;
    await exporter.flush();
  };
}

/** Returns whether this thread records traces. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Returns the `traceparent` of the current span, for another process or thread; undefined outside a recorded trace. */
export function currentTraceparent(): string | undefined {
  const span = current.getStore();
  return span === undefined ? undefined : formatTraceparent(span);
}

/**
 * Runs work as a part of the current trace. Outside a recorded trace, it runs the work only.
 *
 * @param spec called only if the span is recorded
 */
export async function inSpan<T>(spec: () => SpanSpec, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  if (tracer === undefined || parent === undefined) return work();
  return measure(openSpan(parent, spec()), work);
}

/**
 * Runs work as a trace: the continued one of `traceparent`, or else a new one.
 *
 * @param traceparent a position that this deployment made, so that the trace was selected
 */
export async function startTrace<T>(
  traceparent: string | undefined,
  spec: () => SpanSpec,
  work: () => Promise<T>,
): Promise<T> {
  const parent = parseTraceparent(traceparent);
  if (tracer === undefined) return work();
  const root = parent ?? newRoot();
  return isSampled(root) ? measure(openSpan(root, spec()), work) : current.exit(work);
}

/**
 * Begins a trace whose end is not that of a function, such as a request's, and runs `next` inside it. `traceparent` of a client is
 * continued, but its sampling decision is not used: it would let clients decide how much is recorded.
 *
 * @returns the span; undefined if the trace is not recorded.
 */
export function beginTrace(traceparent: unknown, spec: () => SpanSpec, next: () => void): OpenSpan | undefined {
  const root = parseTraceparent(traceparent) ?? newRoot();
  if (tracer === undefined || !isSampled(root)) {
    next();
    return undefined;
  }
  const span = openSpan(root, spec());
  current.run(span, next);
  return {
    run: (work) => current.run(span, work),
    set: (attributes) => {
      Object.assign(span.attributes, attributes);
    },
    end: () => finish(span),
  };
}

/** A root has no span yet: its span id is empty. */
function newRoot(): TracePosition {
  return { traceId: randomHex(16), spanId: "" };
}

/** Compares the last 32 bits of the trace id, which are random, with the percentage. */
function isSampled({ traceId }: TracePosition): boolean {
  const percent = tracer?.samplePercent ?? 0;
  return percent >= 100 || Number.parseInt(traceId.slice(-8), 16) < (percent / 100) * 2 ** 32;
}

function openSpan(parent: TracePosition, { name, kind = "internal", attributes = {} }: SpanSpec): Span {
  return {
    traceId: parent.traceId,
    spanId: randomHex(8),
    parentId: parent.spanId === "" ? undefined : parent.spanId,
    name,
    kind,
    startedAtMs: nowMs(),
    endedAtMs: 0,
    attributes,
    error: undefined,
  };
}

async function measure<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    span.error = error instanceof Error ? error.name : "Error";
    throw error;
  } finally {
    finish(span);
  }
}

function finish(span: Span): void {
  span.endedAtMs = nowMs();
  tracer?.exporter.add(span);
}

/** Real time with the resolution of the monotonic clock, so that spans of one process are in order. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

const random = new Uint8Array(1024);
let usedRandom = random.length;

/** Takes random bytes from a buffer, because each call of the generator costs more than the bytes. */
function randomHex(bytes: number): string {
  if (usedRandom + bytes > random.length) {
    getRandomValues(random);
    usedRandom = 0;
  }
  const text = Buffer.from(random.buffer, usedRandom, bytes).toString("hex");
  usedRandom += bytes;
  return text;
}
