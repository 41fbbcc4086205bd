import type {
  ChangeKey,
  CreateKey,
  Key,
  LeakedKey,
  LeakedKeyRevocation,
  NewKey,
  Revocation,
  RollKey,
} from "@wayfare/contract";
import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";

/** API keys. A raw key is in the answer that made it and nowhere again. */
export class Keys extends Resource {
  /** Makes a key of the caller's environment, with scopes that the caller has. */
  create(key: CreateKey, options?: CreateOptions): Promise<NewKey> {
    return this.send("createKey", { body: key }, options);
  }

  list(query?: QueryOf<"listKeys">, options?: RequestOptions): Pages<Key> {
    return new Pages((next) => this.send("listKeys", { query: { ...query, ...next } }, options));
  }

  get(id: string, options?: RequestOptions): Promise<Key> {
    return this.send("getKey", { path: { id } }, options);
  }

  /** The key that calls. */
  self(options?: RequestOptions): Promise<Key> {
    return this.send("getOwnKey", {}, options);
  }

  /** @param force lets an allowlist shut the caller out */
  update(
    id: string,
    changes: ChangeKey,
    { force, ...options }: RequestOptions & { force?: boolean } = {},
  ): Promise<Key> {
    return this.send("changeKey", { path: { id }, query: { force }, body: changes }, options);
  }

  /** Makes a key in its place; the old one goes on for the overlap, a day unless given. */
  roll(id: string, how: RollKey = {}, options?: CreateOptions): Promise<NewKey> {
    return this.send("rollKey", { path: { id }, body: how }, options);
  }

  /** Revokes it. It answers for 60 seconds more. */
  revoke(id: string, options?: RequestOptions): Promise<Revocation> {
    return this.send("revokeKey", { path: { id } }, options);
  }

  /** Ends a raw key that somebody found, at once and whosever it is. */
  revokeLeaked(leaked: LeakedKey, options?: RequestOptions): Promise<LeakedKeyRevocation> {
    return this.send("revokeLeakedKey", { body: leaked }, options);
  }
}
