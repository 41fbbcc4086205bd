import type { KeyEnvironment } from "./keys.ts";

/** Data partition. Service keys use the live partition. */
export type Partition = "test" | "live";

/** Tenant of a row: an account in one partition. The partitions share no data. */
export interface AccountScope {
  accountId: string;
  environment: Partition;
}

/** Scope of a query: rows of a tenant, limited to one application unless `applicationId` is null. On a row: its tenant and application. */
export interface RowScope extends AccountScope {
  applicationId: string | null;
}

export function partitionOf(environment: KeyEnvironment): Partition {
  return environment === "test" ? "test" : "live";
}
