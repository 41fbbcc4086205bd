import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type { Delivery, DeliveryDetail, RetrySchedule } from "../generated/types.ts";

/** Deliveries of events to webhook endpoints. */
export class Deliveries extends Resource {
  /** Lists deliveries, newest first. */
  list(query?: QueryOf<"listDeliveries">, options?: RequestOptions): Pages<Delivery> {
    return new Pages((next) => this.send("listDeliveries", { query: { ...query, ...next } }, options));
  }

  /** Retrieves a delivery with all attempts. */
  get(id: string, options?: RequestOptions): Promise<DeliveryDetail> {
    return this.send("getDelivery", { path: { id } }, options);
  }

  /** Retries a delivery now and restarts its retry schedule. */
  retry(id: string, options?: RequestOptions): Promise<Delivery> {
    return this.send("retryDelivery", { path: { id } }, options);
  }

  /** Retrieves the retry schedule of the deployment. */
  getRetrySchedule(options?: RequestOptions): Promise<RetrySchedule> {
    return this.send("getRetrySchedule", {}, options);
  }
}
