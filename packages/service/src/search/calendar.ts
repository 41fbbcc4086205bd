import { addDays, type CalendarRequest } from "@wayfare/contract";
import { type CalendarAnswer, type ContentCoding, daysOf, normalizeCalendar } from "@wayfare/search";
import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateEncoding } from "../http/accept-encoding.ts";
import { nowOf } from "../http/caller.ts";
import { callContextOf } from "./call-context.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { jobContextOf } from "./job-context.ts";
import { sendBytes } from "./send-search.ts";

/** Time after which a calendar is abandoned: it waits for searches, which go first. */
const deadlineMs = 30_000;

/** Sends the response of a calendar: JSON, compressed if the client accepts it. */
export function sendCalendar(
  deps: SearchDeps,
  body: CalendarRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header("vary", "accept-encoding");
  const coding = negotiateEncoding(request.headers["accept-encoding"]);
  priceCalendar(deps, { body, coding }, callContextOf(deps, request, reply)).then(
    (answer) => sendBytes(answer, reply),
    (error: unknown) => reply.send(error),
  );
}

/** Finds the lowest prices of many days. Nothing is stored: a price is booked by a search of its cell. */
async function priceCalendar(
  deps: SearchDeps,
  { body, coding }: { body: CalendarRequest; coding: ContentCoding },
  call: CallContext,
): Promise<CalendarAnswer> {
  const { accountId, environment } = call.caller;
  const searchedAtMs = nowOf(deps.clock, call.caller);
  const calendar = normalizeCalendar(body, deps.supply, searchedAtMs);
  const context = await jobContextOf(deps, call);
  return deps.shedding.admitCalendar(accountId, async () => {
    const first = calendar.departureDates[0] ?? calendar.search.departureDate;
    const lastDeparture = calendar.departureDates.at(-1) ?? first;
    const lastReturn = calendar.returnDates?.at(-1) ?? addDays(lastDeparture, calendar.stayNights?.at(-1) ?? 0);
    const returnDate = lastReturn > lastDeparture ? lastReturn : lastDeparture;
    const { seats } = await deps.findSales(
      call.caller,
      daysOf({ ...calendar.search, departureDate: first, returnDate }),
    );
    const job = { accountId, environment, calendar, searchedAtMs, soldSeats: seats, deadlineMs, coding };
    return deps.supply.runner.calendar(job, context);
  });
}
