import { idPattern } from "@wayfare/contract";
import { type Static, Type } from "typebox";
import type { Answer } from "../answers/answer.ts";
import { defineTool, watchScopes } from "./tool.ts";

const input = Type.Object(
  { watchId: Type.String({ pattern: `^${idPattern("wat")}$`, description: "Id of a watch, from list_watches." }) },
  { additionalProperties: false },
);

const data = Type.Object({ watchId: Type.String(), deletedAt: Type.String() });

type Data = Static<typeof data>;

export const deleteWatch = defineTool({
  name: "delete_watch",
  title: "Stop a watch",
  description: "Deletes a watch, which stops its runs. This cannot be undone.",
  input,
  data,
  scopes: [watchScopes],
  annotations: { readOnlyHint: false, destructiveHint: true },
  async run(args, { client, signal }): Promise<Answer<Data>> {
    const { id, deletedAt } = await client.watches.delete(args.watchId, { signal });
    return {
      complete: true,
      notes: ["A run that has already started may still count as a search."],
      next: [],
      data: { watchId: id, deletedAt },
      render: () => `The watch ${id} is deleted.`,
    };
  },
});
