import type { KeyEnvironment } from "./keys.ts";

/** A partition of data. Service keys work in the live partition. */
export type Partition = "test" | "live";

/** The tenant of a row: an account, in one partition. Nothing of one partition touches the other. */
export interface Owner {
  accountId: string;
  environment: Partition;
}

/** As the scope of a query: rows of an owner, limited to one application unless `applicationId` is null. On a row: the tenant it belongs to. */
export interface RowScope extends Owner {
  applicationId: string | null;
}

export function partitionOf(environment: KeyEnvironment): Partition {
  return environment === "test" ? "test" : "live";
}
