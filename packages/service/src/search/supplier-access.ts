import type { Partition, SupplyRow } from "@wayfare/contract";
import type { AccessBySupplier, SupplyReport } from "@wayfare/suppliers";

/** Source of the credentials and budgets with which an account's keys search live suppliers. */
export interface SupplierAccessSource {
  /**
   * Returns the access of an account by supplier: its own credential, else that of the deployment. Suppliers without a credential of the
   * partition, and those that the account has disabled, are absent. Called for each search, so results should be cached for a short time.
   */
  accessFor(accountId: string, partition: Partition): Promise<AccessBySupplier>;
  /** Returns the access with the deployment's credentials, for orders that were placed with them. */
  deploymentAccess?(partition: Partition): AccessBySupplier;
  /** True for the id of a credential of the deployment. */
  isDeploymentCredential?(credentialId: string): boolean;
  /** Called for each supplier that failed in a search or in repricing an offer. */
  recordFailure?(accountId: string, partition: Partition, report: SupplyReport): void;
  /** Called with the result of each search that a supplier answered. */
  recordSearch?(outcome: SearchOutcome): void;
}

/** Result of a search, for metrics and the health of suppliers. */
export interface SearchOutcome {
  accountId: string;
  environment: Partition;
  supply: SupplyRow[];
  flights: number;
}
