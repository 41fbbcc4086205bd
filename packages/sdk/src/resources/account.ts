import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { Account, ChangeAccount } from "../generated/types.ts";

/** The account of the API key or session. */
export class AccountResource extends Resource {
  /** Retrieves the account. */
  get(options?: RequestOptions): Promise<Account> {
    return this.send("getAccount", {}, options);
  }

  /**
   * Updates the account.
   *
   * @param force Saves an IP allowlist even if it blocks the caller's own address.
   */
  update(changes: ChangeAccount, { force, ...options }: RequestOptions & { force?: boolean } = {}): Promise<Account> {
    return this.send("changeAccount", { query: { force }, body: changes }, options);
  }
}
