import type { Clock, Partition, ProcessHealth, SupplierProcess } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import type { ServerSecrets } from "../../secrets/server-secret.ts";
import type { SupplierCatalog } from "../../suppliers/directory.ts";

/** Facts about this process, which no other process knows. */
export interface ProcessFacts {
  readHealth(): Promise<ProcessHealth>;
  /** Request records that are not written yet, or were dropped or lost; undefined in a process without a usage journal. */
  readUsageBacklog(): { pending: number; dropped: number; lost: number } | undefined;
  /** Writes the results of suppliers that only this process knows. */
  flushSuppliers(): Promise<void>;
  readSupplier(environment: Partition, supplier: string): SupplierProcess;
}

export interface StatusDeps {
  database: Database;
  clock: Clock;
  /** Virtual time of a test; the database's own clock by default. */
  databaseClock?: Clock | undefined;
  secrets: ServerSecrets;
  catalog: SupplierCatalog;
  /** Undefined on the command line, unless it uses a running service. */
  process?: ProcessFacts | undefined;
}
