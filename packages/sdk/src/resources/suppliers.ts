import type { ResponseOf } from "../client/operations.ts";
import type { RequestOptions } from "../client/options.ts";
import { Resource } from "../client/resource.ts";
import type { ChangeSupplier, Supplier } from "../generated/types.ts";

/** Live suppliers of the account. A credential is never returned. */
export class Suppliers extends Resource {
  /** Lists the live suppliers of the environment. The list has one page. */
  list(options?: RequestOptions): Promise<ResponseOf<"listSuppliers">> {
    return this.send("listSuppliers", {}, options);
  }

  /** Connects or changes a supplier. A credential is checked with a call to the supplier before it is saved. */
  update(name: string, change: ChangeSupplier, options?: RequestOptions): Promise<Supplier> {
    return this.send("changeSupplier", { path: { name }, body: change }, options);
  }

  /** Calls the supplier with the credential that searches use. */
  check(name: string, options?: RequestOptions): Promise<Supplier> {
    return this.send("checkSupplier", { path: { name } }, options);
  }

  /** Deletes the account's credential and budget for the supplier. */
  disconnect(name: string, options?: RequestOptions): Promise<Supplier> {
    return this.send("disconnectSupplier", { path: { name } }, options);
  }
}
