import { type Attributes, renderExport, type Span } from "./span.ts";

export interface ExporterOptions {
  /** URL of the collector for OTLP over HTTP, such as `http://collector:4318/v1/traces`. */
  url: string;
  /** Attributes of this process: `service.name`, `service.version`. */
  resource: Attributes;
  /** Called once for each failed export. The spans are dropped. */
  onError?: (error: unknown) => void;
}

/** Spans that wait for an export. Later ones are dropped, so that a collector that does not respond uses little memory. */
const maxWaiting = 4096;
const batchSize = 512;
const intervalMs = 5000;
const timeoutMs = 10_000;

/** Sends spans in batches, every 5 seconds or when 512 are waiting, one request at a time. */
export class SpanExporter {
  readonly #options: ExporterOptions;
  #waiting: Span[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: ExporterOptions) {
    this.#options = options;
  }

  add(span: Span): void {
    if (this.#waiting.length >= maxWaiting) return;
    this.#waiting.push(span);
    if (this.#waiting.length >= batchSize) this.#sendInBackground();
    else this.#timer ??= setTimeout(() => this.#sendInBackground(), intervalMs).unref();
  }

  /** Sends everything that is waiting. */
  async flush(): Promise<void> {
    while (this.#sending !== undefined || this.#waiting.length > 0) await (this.#sending ?? this.#send());
  }

  #sendInBackground(): void {
    if (this.#sending === undefined) void this.#send();
  }

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0, batchSize);
    this.#sending = this.#post(batch).finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length >= batchSize) this.#sendInBackground();
      else if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => this.#sendInBackground(), intervalMs).unref();
    });
    return this.#sending;
  }

  async #post(batch: readonly Span[]): Promise<void> {
    const { url, resource, onError } = this.#options;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: renderExport(batch, resource),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the trace collector returned status ${response.status}`);
    } catch (error) {
      onError?.(error);
    }
  }
}
