/**
 * Run by booking-crash.test.ts as a process of its own: the whole app over the PostgreSQL of argv[2]. Where argv[3] is "dies", it kills
 * itself as soon as a booking has committed, before anybody is answered. Otherwise it ends with its parent.
 */
import { type Database, openPostgres, type Session } from "@wayfare/database";
import { pino } from "pino";
import { buildApp } from "../../src/app/app.ts";
import { calm, startMs, testSecrets } from "../running-app.ts";
import { makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

const [, , connectionString = "", fate] = process.argv;
const opened = await openPostgres({ connectionString, max: 4 });

const app = await buildApp({
  database: fate === "dies" ? dyingAfterBooking(opened) : opened,
  supply: makeSupply([supplierOf("sandbox", [makeFlight()])]),
  secrets: testSecrets,
  clock: { nowMs: () => startMs },
  publicUrl: "http://localhost:8080",
  trustProxy: [],
  keyAllowlist: [],
  searchDeadlineMs: 60_000,
  ...calm,
  log: pino({ enabled: false }),
});

process.on("disconnect", () => {
  void app.close().then(() => opened.close());
});
process.send?.({ url: await app.listen({ host: "127.0.0.1", port: 0 }) });

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
