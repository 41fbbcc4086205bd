export interface PostgresServer {
  /** Of its `postgres` database, as its superuser. */
  readonly connectionString: string;
  readonly directory: string;
  /** Ends every process of it at once, as a crash would, and starts it again where it was. */
  crashAndRestart(): Promise<void>;
  /** Stops it and removes its directory. */
  stop(): Promise<void>;
}
/**
 * Starts a real PostgreSQL on a free port of 127.0.0.1 with its data in a temporary directory. Where this process is
 * root, which PostgreSQL refuses to be, the server runs as the operating system's user `postgres`, made if missing.
 */
export declare function startPostgresServer(): Promise<PostgresServer>;
