import type {
  ChangeWebhook,
  CreateWebhook,
  DeletedWebhook,
  NewWebhook,
  Replay,
  ReplayStarted,
  ReplayWebhook,
  Webhook,
  WebhookTest,
} from "@wayfare/contract";
import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** Who is told of what happens. A secret is in the answer that made it and nowhere again. */
export class Webhooks extends Resource {
  /** Registers an endpoint, which is challenged at once. */
  create(webhook: CreateWebhook, options?: CreateOptions): Promise<NewWebhook> {
    return this.send("createWebhook", { body: webhook }, options);
  }

  list(query?: QueryOf<"listWebhooks">, options?: RequestOptions): Pages<Webhook> {
    return new Pages((next) => this.send("listWebhooks", { query: { ...query, ...next } }, options));
  }

  get(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.send("getWebhook", { path: { id } }, options);
  }

  /** Changes it; a new url is challenged before it takes over, and `paused` holds what is due. */
  update(id: string, changes: ChangeWebhook, options?: RequestOptions): Promise<Webhook> {
    return this.send("changeWebhook", { path: { id }, body: changes }, options);
  }

  /** Deletes it and cancels what is open. */
  delete(id: string, options?: RequestOptions): Promise<DeletedWebhook> {
    return this.send("deleteWebhook", { path: { id } }, options);
  }

  /** Challenges it once more. */
  verify(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.send("verifyWebhook", { path: { id } }, options);
  }

  /** Makes a new secret; the one before is valid for 24 hours more. */
  rotate(id: string, options?: CreateOptions): Promise<NewWebhook> {
    return this.send("rotateWebhookSecret", { path: { id } }, options);
  }

  /** Sends it a `webhook.test`. */
  test(id: string, options?: CreateOptions): Promise<WebhookTest> {
    return this.send("testWebhook", { path: { id } }, options);
  }

  /** Delivers events of the past once more, or only counts them. */
  replay(id: string, which: ReplayWebhook, options?: CreateOptions): Promise<ReplayStarted> {
    return this.send("replayWebhook", { path: { id }, body: which }, options);
  }

  /** How far a replay is. */
  getReplay(id: string, replayId: string, options?: RequestOptions): Promise<Replay> {
    return this.send("getWebhookReplay", { path: { id, replayId } }, options);
  }
}
