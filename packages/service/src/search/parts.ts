import type { Clock, Owner } from "@wayfare/contract";
import type { SearchSupply } from "@wayfare/search";
import type { FastifyBaseLogger } from "fastify";
import type { Caller } from "../http/caller.ts";
import type { Shedding } from "../overload/shedding.ts";
import type { Sales, SalesQuestion } from "./sales-store.ts";
import type { SearchStore } from "./store.ts";

/** What the search routes are made of. */
export interface SearchParts {
  store: SearchStore;
  /** What the caller's account has sold of the sandbox. */
  findSales(owner: Owner, question: SalesQuestion): Promise<Sales>;
  supply: SearchSupply;
  clock: Clock;
  deadlineMs: number;
  shedding: Pick<Shedding, "admitSearch" | "takeTurn">;
  /** Told how each search ended. */
  onSearch?: (outcome: { supply: { source: string; status: string }[]; flights: number }) => void;
}

/** What belongs to one request of a caller. */
export interface Call {
  caller: Caller;
  log: FastifyBaseLogger;
  /** Aborted when the caller has gone. */
  signal: AbortSignal;
}
