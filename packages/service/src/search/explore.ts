import type { ExploreRequest } from "@wayfare/contract";
import { type ContentCoding, daysOf, type ExploreAnswer, normalizeExplore } from "@wayfare/search";
import type { FastifyReply, FastifyRequest } from "fastify";
import { negotiateEncoding } from "../http/accept-encoding.ts";
import { nowOf } from "../http/caller.ts";
import { callContextOf } from "./call-context.ts";
import type { CallContext, SearchDeps } from "./deps.ts";
import { jobContextOf } from "./job-context.ts";
import { sendBytes } from "./send-search.ts";

/** Time after which an exploration is abandoned: it waits for searches, which go first. */
const deadlineMs = 60_000;

/** Sends the response of an exploration: JSON, compressed if the client accepts it. */
export function sendExplore(
  deps: SearchDeps,
  body: ExploreRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.header("vary", "accept-encoding");
  const coding = negotiateEncoding(request.headers["accept-encoding"]);
  exploreDestinations(deps, { body, coding }, callContextOf(deps, request, reply)).then(
    (answer) => sendBytes(answer, reply),
    (error: unknown) => reply.send(error),
  );
}

/** Finds the lowest prices of many destinations. Nothing is stored: a price is booked by a search of it. */
async function exploreDestinations(
  deps: SearchDeps,
  { body, coding }: { body: ExploreRequest; coding: ContentCoding },
  call: CallContext,
): Promise<ExploreAnswer> {
  const { accountId, environment } = call.caller;
  const searchedAtMs = nowOf(deps.clock, call.caller);
  const explore = normalizeExplore(body, deps.supply, searchedAtMs);
  const context = await jobContextOf(deps, call);
  return deps.shedding.admitCalendar(accountId, async () => {
    const dates = explore.cells.flatMap(({ departureDate, returnDate }) => [
      departureDate,
      returnDate ?? departureDate,
    ]);
    const [departureDate = "", returnDate = ""] = [dates.toSorted()[0], dates.toSorted().at(-1)];
    const { seats } = await deps.findSales(call.caller, daysOf({ ...explore.search, departureDate, returnDate }));
    const job = { accountId, environment, explore, searchedAtMs, soldSeats: seats, deadlineMs, coding };
    return deps.supply.runner.explore(job, context);
  });
}
