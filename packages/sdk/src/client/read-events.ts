/** One server-sent event. */
export interface ServerSentEvent {
  /** Name of the event; `message` if it has none. */
  event: string;
  data: string;
}

/** Bounds the memory that a server can use with an event that never ends. */
const maxEventCharacters = 32 * 1024 * 1024;

/**
 * Parses server-sent events (HTML Living Standard, 9.2) from text in pieces of any size. Comments, `id` and `retry` are ignored.
 */
export class EventParser {
  readonly #maxCharacters: number;
  /** Pieces of the line that has not ended yet. */
  #line: string[] = [];
  #event = "";
  #data: string[] = [];
  /** Characters of the current event. */
  #characters = 0;
  /** True if the text ended with a carriage return, which may belong to a following line feed. */
  #afterReturn = false;

  constructor(maxCharacters: number = maxEventCharacters) {
    this.#maxCharacters = maxCharacters;
  }

  /**
   * Returns the events that the text completes.
   *
   * @throws RangeError if an event is too long.
   */
  push(text: string): ServerSentEvent[] {
    const events: ServerSentEvent[] = [];
    let start = this.#afterReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#afterReturn = text.endsWith("\r");
    // The expression is local, because it has a position.
    const lineEnd = /\r\n|\n|\r/g;
    lineEnd.lastIndex = start;
    for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
      this.#add(text.slice(start, match.index));
      start = lineEnd.lastIndex;
      const event = this.#endLine();
      if (event !== undefined) events.push(event);
    }
    this.#add(text.slice(start));
    return events;
  }

  #add(piece: string): void {
    if (piece === "") return;
    this.#characters += piece.length;
    if (this.#characters > this.#maxCharacters) {
      throw new RangeError(`The service sent an event of more than ${this.#maxCharacters} characters.`);
    }
    this.#line.push(piece);
  }

  #endLine(): ServerSentEvent | undefined {
    const line = this.#line.join("");
    this.#line = [];
    if (line === "") return this.#endEvent();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    else this.#characters -= line.length;
    return undefined;
  }

  #endEvent(): ServerSentEvent | undefined {
    const event = { event: this.#event === "" ? "message" : this.#event, data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#data = [];
    this.#characters = 0;
    return isEmpty ? undefined : event;
  }
}

/**
 * Reads server-sent events from UTF-8 bytes. An event that has not ended at the end of the bytes is dropped.
 *
 * @param read resolves to the next bytes, or to undefined at the end.
 * @throws RangeError if an event is too long, TypeError for invalid UTF-8.
 */
export async function* readEvents(
  read: () => Promise<Uint8Array | undefined>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const parser = new EventParser();
  for (let bytes = await read(); bytes !== undefined; bytes = await read()) {
    yield* parser.push(decoder.decode(bytes, { stream: true }));
  }
}
