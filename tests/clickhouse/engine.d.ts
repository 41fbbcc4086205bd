export interface ClickHouseEngine {
  /** URL for `REQUEST_LOG_URL`; stays the same after a restart. */
  url: string;
  /** Kills the engine with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on its data and its port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}
/** Installs the engine, which takes a minute the first time, and starts it on a free port of the loopback interface. */
export declare function startClickHouse(): Promise<ClickHouseEngine>;
