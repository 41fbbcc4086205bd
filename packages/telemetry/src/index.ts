export type { Attributes, SpanSpec } from "./span.ts";
export { parseTraceparent } from "./traceparent.ts";
export {
  beginTrace,
  currentTraceparent,
  inSpan,
  isTracing,
  type OpenSpan,
  startTrace,
  startTracing,
  type TracingOptions,
} from "./tracing.ts";
