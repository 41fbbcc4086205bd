import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type {
  ChangeWebhook,
  CreateWebhook,
  DeletedWebhook,
  NewWebhook,
  Replay,
  ReplayStarted,
  ReplayWebhook,
  RotateWebhook,
  VerificationStarted,
  Webhook,
  WebhookTest,
} from "../generated/types.ts";

/** Webhook endpoints. The signing secret is returned only when it is created or rotated. */
export class Webhooks extends Resource {
  /** Creates an endpoint and sends it a challenge. */
  create(webhook: CreateWebhook, options?: CreateOptions): Promise<NewWebhook> {
    return this.send("createWebhook", { body: webhook }, options);
  }

  /** Lists endpoints, newest first. */
  list(query?: QueryOf<"listWebhooks">, options?: RequestOptions): Pages<Webhook> {
    return new Pages((next) => this.send("listWebhooks", { query: { ...query, ...next } }, options));
  }

  /** Retrieves an endpoint. */
  get(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.send("getWebhook", { path: { id } }, options);
  }

  /** Updates an endpoint. A new URL takes effect after its challenge; `paused` holds deliveries. */
  update(id: string, changes: ChangeWebhook, options?: RequestOptions): Promise<Webhook> {
    return this.send("changeWebhook", { path: { id }, body: changes }, options);
  }

  /** Deletes an endpoint and cancels its open deliveries. */
  delete(id: string, options?: RequestOptions): Promise<DeletedWebhook> {
    return this.send("deleteWebhook", { path: { id } }, options);
  }

  /** Sends a new challenge. The response says which events the endpoint has missed. */
  verify(id: string, options?: RequestOptions): Promise<VerificationStarted> {
    // A caller from JavaScript may mean the delivery, whose body must not become a part of the URL.
    if (typeof id !== "string" || /^\s*\{/.test(id)) {
      throw new TypeError(
        "webhooks.verify expects the id of an endpoint. Verify deliveries with verifyWebhook(rawBody, headers, secrets).",
      );
    }
    return this.send("verifyWebhook", { path: { id } }, options);
  }

  /** Creates a new signing secret. The previous one stays valid for 24 hours, or ends at once with `expirePrevious`. */
  rotate(id: string, rotation: RotateWebhook = {}, options?: CreateOptions): Promise<NewWebhook> {
    return this.send("rotateWebhookSecret", { path: { id }, body: rotation }, options);
  }

  /** Sends a `webhook.test` event to the endpoint. */
  test(id: string, options?: CreateOptions): Promise<WebhookTest> {
    return this.send("testWebhook", { path: { id } }, options);
  }

  /** Replays past events, or only counts them. */
  replay(id: string, replay: ReplayWebhook, options?: CreateOptions): Promise<ReplayStarted> {
    return this.send("replayWebhook", { path: { id }, body: replay }, options);
  }

  /** Retrieves the progress of a replay. */
  getReplay(id: string, replayId: string, options?: RequestOptions): Promise<Replay> {
    return this.send("getWebhookReplay", { path: { id, replayId } }, options);
  }
}
