import type { Database, Queryable } from "@wayfare/database";

/** Wraps a database and counts its statements, including BEGIN and COMMIT. */
export function withStatementCount(database: Database): { database: Database; statements: () => number } {
  let count = 0;
  const counted = (db: Queryable): Queryable => ({
    query: (...statement) => (count++, db.query(...statement)),
    execute: (...statement) => (count++, db.execute(...statement)),
    script: (sql) => (count++, db.script(sql)),
  });
  return {
    statements: () => count,
    database: {
      ...database,
      ...counted(database),
      transaction(work) {
        count += 2;
        return database.transaction((tx) => work(counted(tx)));
      },
    },
  };
}
