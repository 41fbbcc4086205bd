import type { ResponseOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** Health and metrics, for operators. No API key is needed. */
export class Health extends Resource {
  /** Checks that the process is running. */
  get(options?: RequestOptions): Promise<ResponseOf<"getHealth">> {
    return this.send("getHealth", {}, options);
  }

  /** Checks that the instance can serve requests. Does not throw for 503; the response says which check failed. */
  readiness(options?: RequestOptions): Promise<ResponseOf<"getReadiness">> {
    return this.send("getReadiness", {}, options);
  }

  /** Retrieves metrics in the Prometheus text format. */
  metrics(options?: RequestOptions): Promise<string> {
    return this.send("getMetrics", {}, options);
  }
}
