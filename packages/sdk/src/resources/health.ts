import type { AnswerOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** For those who run the service. No key is needed. */
export class Health extends Resource {
  /** Whether the process is alive. */
  get(options?: RequestOptions): Promise<AnswerOf<"getHealth">> {
    return this.send("getHealth", {}, options);
  }

  /** Whether requests should go there; where they should not, it says why and does not throw. */
  readiness(options?: RequestOptions): Promise<AnswerOf<"getReadiness">> {
    return this.send("getReadiness", {}, options);
  }

  /** Metrics as Prometheus reads them. */
  metrics(options?: RequestOptions): Promise<string> {
    return this.send("getMetrics", {}, options);
  }
}
