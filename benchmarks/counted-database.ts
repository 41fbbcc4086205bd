import type { Database, Session } from "@wayfare/database";

/** A database that counts the statements it is given, BEGIN and COMMIT among them. */
export function countedDatabase(database: Database): { database: Database; statements: () => number } {
  let count = 0;
  const counted = (session: Session): Session => ({
    query: (...statement) => (count++, session.query(...statement)),
    execute: (...statement) => (count++, session.execute(...statement)),
    script: (sql) => (count++, session.script(sql)),
  });
  return {
    statements: () => count,
    database: {
      ...database,
      ...counted(database),
      transaction(work) {
        count += 2;
        return database.transaction((session) => work(counted(session)));
      },
    },
  };
}
