/**
 * Run by booking-crash.test.ts as a process of its own: the whole app over the PostgreSQL of argv[2]. Where argv[3] is "dies", it kills
 * itself as soon as a booking has committed, before anybody is answered. Otherwise it ends with its parent.
 */
import { type Database, openPostgres, type Session } from "@wayfare/database";
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
      const answer = await database.transaction((session) => work(listening(session, note)));
      if (hasBooked) process.kill(process.pid, "SIGKILL");
      return answer;
    },
  };
}

function listening(session: Session, note: (sql: string) => void): Session {
  return {
    query: (...statement) => {
      note(statement[0]);
      return session.query(...statement);
    },
    execute: (...statement) => {
      note(statement[0]);
      return session.execute(...statement);
    },
    script: (sql) => session.script(sql),
  };
}
