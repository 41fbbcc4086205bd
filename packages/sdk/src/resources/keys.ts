import type { QueryOf } from "../client/operations.ts";
import type { CreateOptions, RequestOptions } from "../client/options.ts";
import { Pages } from "../client/pages.ts";
import { Resource } from "../client/resource.ts";
import type {
  ChangeKey,
  CreateKey,
  Key,
  LeakedKey,
  LeakedKeyRevocation,
  NewKey,
  Revocation,
  RollKey,
} from "../generated/types.ts";

/** API keys. The secret of a key is returned only when the key is created. */
export class Keys extends Resource {
  /** Creates a key in the caller's environment. Its scopes must be scopes of the caller. */
  create(key: CreateKey, options?: CreateOptions): Promise<NewKey> {
    return this.send("createKey", { body: key }, options);
  }

  /** Lists keys, newest first. */
  list(query?: QueryOf<"listKeys">, options?: RequestOptions): Pages<Key> {
    return new Pages((next) => this.send("listKeys", { query: { ...query, ...next } }, options));
  }

  /** Retrieves a key. */
  get(id: string, options?: RequestOptions): Promise<Key> {
    return this.send("getKey", { path: { id } }, options);
  }

  /** Retrieves the calling key. */
  self(options?: RequestOptions): Promise<Key> {
    return this.send("getOwnKey", {}, options);
  }

  /**
   * Updates a key.
   *
   * @param force Saves an IP allowlist even if it blocks the caller's own address.
   */
  update(
    id: string,
    changes: ChangeKey,
    { force, ...options }: RequestOptions & { force?: boolean } = {},
  ): Promise<Key> {
    return this.send("changeKey", { path: { id }, query: { force }, body: changes }, options);
  }

  /** Creates a replacement key. The old key keeps working for the overlap, 24 hours by default. */
  roll(id: string, roll: RollKey = {}, options?: CreateOptions): Promise<NewKey> {
    return this.send("rollKey", { path: { id }, body: roll }, options);
  }

  /** Revokes a key. It keeps working for 60 seconds. */
  revoke(id: string, options?: RequestOptions): Promise<Revocation> {
    return this.send("revokeKey", { path: { id } }, options);
  }

  /** Revokes a leaked key immediately, whichever account it belongs to. */
  revokeLeaked(leaked: LeakedKey, options?: RequestOptions): Promise<LeakedKeyRevocation> {
    return this.send("revokeLeakedKey", { body: leaked }, options);
  }
}
