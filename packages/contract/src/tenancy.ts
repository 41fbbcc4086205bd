import type { KeyEnvironment } from "./keys.ts";

/** A partition of data. Service keys work in the live partition. */
export type Partition = "test" | "live";

/** The tenant of a row: an account, in one partition. Nothing of one partition touches the other. */
export interface Owner {
  accountId: string;
  environment: Partition;
}

/** Rows of an owner; only those of one application if `applicationId` is set, as for a key that belongs to one. */
export interface RowScope extends Owner {
  applicationId?: string | null;
}

export function partitionOf(environment: KeyEnvironment): Partition {
  return environment === "test" ? "test" : "live";
}
