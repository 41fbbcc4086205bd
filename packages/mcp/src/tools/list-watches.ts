import { oneOf, watchStatuses } from "@wayfare/contract";
import { type Static, Type } from "typebox";
import { type Answer, halve } from "../answers/answer.ts";
import { simulatedNote } from "../answers/supply-notes.ts";
import { renderWatch, summarizeWatch, WatchSummarySchema } from "../answers/watch-summary.ts";
import { maxResults } from "./search-input.ts";
import { defineTool, searchScopes } from "./tool.ts";

const input = Type.Object(
  {
    status: Type.Optional(oneOf(watchStatuses, { description: "Only watches with this status." })),
    maxResults: maxResults(5, 20),
  },
  { additionalProperties: false },
);

const data = Type.Object({ watches: Type.Array(WatchSummarySchema, { description: "Newest first." }) });

type Data = Static<typeof data>;

const defaultResults = 5;

export const listWatches = defineTool({
  name: "list_watches",
  title: "List watches",
  description: "Lists the watches of the account with the result of the last run and the best match.",
  input,
  data,
  scopes: [searchScopes],
  async run({ status, maxResults: limit = defaultResults }, { client, signal }): Promise<Answer<Data>> {
    const query = { limit: limit + 1, ...(status === undefined ? {} : { status }) };
    const { data: found } = await client.watches.list(query, { signal });
    const isCut = found.length > limit;
    const watches = found.slice(0, limit);
    return {
      complete: !isCut,
      notes: [
        ...(watches.some(({ environment }) => environment === "test") ? [simulatedNote] : []),
        ...(watches.some(({ lastRun }) => lastRun !== null && lastRun.status !== "succeeded")
          ? ["A watch whose last run did not succeed was not compared with all offers."]
          : []),
        ...(isCut ? ["There are more watches: use status or maxResults."] : []),
      ],
      next: [],
      data: { watches: watches.map(summarizeWatch) },
      render: (all) => all.watches.map(renderWatch).join("\n") || "No watches. create_watch creates one.",
      shrink: (all) => {
        const fewer = halve(all.watches);
        return fewer && { watches: fewer };
      },
    };
  },
});
