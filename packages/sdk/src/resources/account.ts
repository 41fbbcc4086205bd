import type { Account, ChangeAccount } from "@wayfare/contract";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";

/** The account that the key or the session belongs to. */
export class AccountResource extends Resource {
  get(options?: RequestOptions): Promise<Account> {
    return this.send("getAccount", {}, options);
  }

  /** @param force lets an allowlist shut the caller out */
  update(changes: ChangeAccount, { force, ...options }: RequestOptions & { force?: boolean } = {}): Promise<Account> {
    return this.send("changeAccount", { query: { force }, body: changes }, options);
  }
}
