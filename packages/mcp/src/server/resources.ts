import type { Wayfare } from "@wayfare/sdk";
import { findPlaces } from "../tools/find-places.ts";
import { listPrograms } from "../tools/list-programs.ts";
import type { ToolContext } from "../tools/tool.ts";

/** Resources without parameters. */
export const resources = [
  {
    uri: "wayfare://programs",
    name: "programs",
    title: "Loyalty programs",
    description: "Codes and names of the loyalty programs whose awards can be searched.",
    mimeType: "text/plain",
  },
  {
    uri: "wayfare://usage",
    name: "usage",
    title: "Usage of this period",
    description: "Searches of the current period, and those that the plan includes. Needs the scope usage.read.",
    mimeType: "application/json",
  },
] as const;

export const resourceTemplates = [
  {
    uriTemplate: "wayfare://places/{query}",
    name: "places",
    title: "Airports and cities",
    description: "Places by the beginning of a name or by code.",
    mimeType: "text/plain",
  },
] as const;

/** Reads a resource. Returns undefined for an unknown URI. */
export async function readResource(
  uri: string,
  context: ToolContext,
): Promise<{ uri: string; mimeType: string; text: string } | undefined> {
  if (uri === "wayfare://programs")
    return { uri, mimeType: "text/plain", text: (await listPrograms.call({}, context)).text };
  if (uri === "wayfare://usage")
    return { uri, mimeType: "application/json", text: await readUsage(context.client, context) };
  const query = /^wayfare:\/\/places\/([^/]+)$/.exec(uri)?.[1];
  if (query === undefined) return undefined;
  const { text } = await findPlaces.call({ query: decode(query), maxResults: 10 }, context);
  return { uri, mimeType: "text/plain", text };
}

async function readUsage(client: Wayfare, { signal }: ToolContext): Promise<string> {
  return JSON.stringify(await client.usage.current({ signal }));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
