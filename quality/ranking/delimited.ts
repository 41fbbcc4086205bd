import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";

/** A table that cannot be read as one; the message says where and what to do. */
export class TableFault extends Error {
  override readonly name = "TableFault";
}

export interface TableRecord {
  /** Line of the file on which the record begins, from 1. */
  line: number;
  fields: string[];
}

/** Longer than any honest record, short enough to keep a file without line ends from filling the memory. */
const longestRecord = 1_000_000;

/**
 * The records of a CSV (RFC 4180) or TSV file, one at a time: quoted fields, doubled quotes, line ends in quotes, CRLF, a
 * byte order mark. Blank lines are passed over. The separator is a tab where the first line has one, else a comma, else a
 * semicolon.
 *
 * @throws TableFault at bytes that are not UTF-8, NUL, a quote that is not closed, or a record without end
 */
export async function* readRecords(path: string): AsyncGenerator<TableRecord> {
  const parser = new RecordParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const chunk of createReadStream(path)) {
    yield* parser.take(decode(decoder, chunk, parser.line));
  }
  yield* parser.take(decode(decoder, undefined, parser.line));
  yield* parser.end();
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new TableFault(`after line ${line}: the file is not UTF-8; convert it first.`);
  }
}

class RecordParser {
  /** The line that is being read, from 1. */
  line = 1;
  #start = 1;
  #field = "";
  #fields: string[] = [];
  #length = 0;
  #quoted = false;
  /** A quote inside a quoted field was read; the next character says whether it closes the field. */
  #closing = false;
  #separator: string | null = null;

  *take(text: string): Generator<TableRecord> {
    this.#separator ??= separatorOf(text);
    for (const character of text) {
      if (++this.#length > longestRecord) {
        throw new TableFault(
          `line ${this.#start}: a record of over ${longestRecord} characters; is a quote not closed?`,
        );
      }
      if (character === "\0") throw new TableFault(`line ${this.line}: a NUL character; this is not a text table.`);
      if (this.#quoted && !this.#closing) this.#takeQuoted(character);
      else if (character === "\n") yield* this.#endRecord();
      else this.#takePlain(character);
    }
  }

  *end(): Generator<TableRecord> {
    if (this.#quoted && !this.#closing) throw new TableFault(`line ${this.#start}: a quote is not closed.`);
    yield* this.#endRecord();
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#closing = true;
    else this.#field += character;
    if (character === "\n") this.line += 1;
  }

  #takePlain(character: string): void {
    if (character === this.#separator) return this.#endField();
    if (this.#closing) {
      if (character === '"') {
        this.#field += character;
        this.#closing = false;
      } else if (character !== "\r") {
        throw new TableFault(`line ${this.line}: ${JSON.stringify(character)} after a closing quote.`);
      }
    } else if (character === '"' && this.#field === "") this.#quoted = true;
    else this.#field += character;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = "";
    this.#quoted = false;
    this.#closing = false;
  }

  *#endRecord(): Generator<TableRecord> {
    if (!this.#quoted && this.#field.endsWith("\r")) this.#field = this.#field.slice(0, -1);
    this.#endField();
    const record = { line: this.#start, fields: this.#fields };
    this.line += 1;
    this.#start = this.line;
    this.#fields = [];
    this.#length = 0;
    if (record.fields.length > 1 || record.fields[0] !== "") yield record;
  }
}

function separatorOf(text: string): string | null {
  const [first = ""] = text.split("\n", 1);
  if (first === "" && text === "") return null;
  return ["\t", ",", ";"].find((separator) => first.includes(separator)) ?? ",";
}
