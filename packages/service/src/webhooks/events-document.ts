import type { EventTypeEntry } from "@wayfare/contract";
import { eventTypeEntries } from "./event-types.ts";

/** Renders docs/reference/events.md. */
export function renderEventsDocument(): string {
  return `# Events

A webhook endpoint subscribes to types, to groups such as \`booking.*\`, or to \`*\`. Each delivery is a POST of
\`{id, type, createdAt, environment, apiVersion, deliveryId, subject, data}\`. The members of \`data\` are described below. \`GET /v1/event-types\` returns
their JSON Schemas. \`subject\` is the id of the object that the event is about. Ignore unknown members: new ones may be added.

${eventTypeEntries.map(renderEntry).join("\n")}`;
}

function renderEntry({ type, title, description, dataSchema, dataExample }: EventTypeEntry): string {
  return `## ${type}

${title}. ${description}

| Member | Type | Description |
| --- | --- | --- |
${membersOf(dataSchema).join("\n")}

\`\`\`json
${JSON.stringify(dataExample, null, 2)}
\`\`\`
`;
}

interface Member {
  type?: string | string[];
  enum?: unknown[];
  description?: string;
}

function membersOf(schema: EventTypeEntry["dataSchema"]): string[] {
  const { properties } = schema as { properties?: Record<string, Member> };
  return Object.entries(properties ?? {}).map(([name, { type, enum: words, description = "" }]) => {
    const kinds = words === undefined ? [type ?? "object"].flat() : words.map((word) => `\`${String(word)}\``);
    return `| \`${name}\` | ${kinds.join(", ")} | ${description.replaceAll("|", "\\|")} |`;
  });
}
