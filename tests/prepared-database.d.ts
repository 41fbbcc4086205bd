/** The same migrated, empty PGlite twice: as a file for databases in memory, and as the directory that a service opens. */
export interface PreparedDatabase {
  readonly snapshotPath: string;
  readonly directory: string;
}
/** Makes what is not there. Kept between runs, because making it takes seconds, under names that change with all that it is made of. */
export declare function prepareDatabase(migratedAtMs: number): Promise<PreparedDatabase>;
/** Puts a migrated, empty database into a data directory, where a start would take seconds to make the same; where none is prepared, it does. */
export declare function bringDatabase(dataDirectory: string): Promise<void>;
