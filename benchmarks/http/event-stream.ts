/** An event of a `text/event-stream` response. */
export interface ServerSentEvent {
  event: string;
  data: string;
}

/** Parses a complete event stream. Comments and other fields are ignored; an event without a name is a `message`. */
export function parseEventStream(text: string): ServerSentEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .map(parseEvent)
    .filter(({ data }) => data !== "");
}

function parseEvent(block: string): ServerSentEvent {
  const fields = block.split(/\r?\n/).map((line) => {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    return { name, value };
  });
  const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
  return { event: valuesOf("event").at(-1) ?? "message", data: valuesOf("data").join("\n") };
}
