import type { Delivery, DeliveryDetail } from "@wayfare/contract";
import type { QueryOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** Events on their way to endpoints. */
export class Deliveries extends Resource {
  list(query?: QueryOf<"listDeliveries">, options?: RequestOptions): Pages<Delivery> {
    return new Pages((next) => this.send("listDeliveries", { query: { ...query, ...next } }, options));
  }

  /** A delivery with every attempt. */
  get(id: string, options?: RequestOptions): Promise<DeliveryDetail> {
    return this.send("getDelivery", { path: { id } }, options);
  }

  /** Begins its schedule anew. */
  retry(id: string, options?: RequestOptions): Promise<Delivery> {
    return this.send("retryDelivery", { path: { id } }, options);
  }
}
