/**
 * Child process of crash.full.test.ts: the whole app on the PostgreSQL database of argv[2]. If argv[3] is "dies", it kills itself when a
 * booking has committed, before the response. Otherwise it exits with its parent.
 */
import { type Database, openPostgres, type Queryable } from "@wayfare/database";
import { runProcessApp } from "../process-app.ts";

const [, , connectionString = "", fate] = process.argv;
const opened = await openPostgres({ connectionString, max: 4 });

const url = await runProcessApp(opened, { database: fate === "dies" ? dyingAfterBooking(opened) : opened });
process.send?.({ url });

function dyingAfterBooking(database: Database): Database {
  return {
    ...database,
    async transaction(work) {
      let hasBooked = false;
      const note = (sql: string) => {
        hasBooked ||= sql.includes("INSERT INTO bookings");
      };
      const answer = await database.transaction((tx) => work(listening(tx, note)));
      if (hasBooked) process.kill(process.pid, "SIGKILL");
      return answer;
    },
  };
}

function listening(db: Queryable, note: (sql: string) => void): Queryable {
  return {
    query: (...statement) => {
      note(statement[0]);
      return db.query(...statement);
    },
    execute: (...statement) => {
      note(statement[0]);
      return db.execute(...statement);
    },
    script: (sql) => db.script(sql),
  };
}
