import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { parse } from "csv-parse";
import { createRecordReader, findDelimiter, RecordError, type TableRecord } from "./records.ts";

/** Limits memory for a file with an unclosed quote. */
const maxRecordBytes = 1_000_000;

/**
 * Reads the records of a CSV or TSV file of any size, one at a time. The delimiter is a tab if the first line has one, else a comma, else a
 * semicolon.
 *
 * @throws RecordError at bytes that are not UTF-8, a NUL, a misplaced or unclosed quote, or a record of over 1,000,000 bytes
 */
export async function* readRecords(path: string): AsyncGenerator<TableRecord> {
  const chunks = decodeUtf8(createReadStream(path));
  const first = await chunks.next();
  if (first.done === true) return;
  const delimiter = findDelimiter(first.value, ["\t", ",", ";"]);
  const { options, records, toFault } = createRecordReader({ delimiter, quotes: true, maxRecordBytes });
  const parser = parse(options);
  const source = async function* () {
    yield first.value;
    yield* chunks;
  };
  // The loop below throws the error that ended the pipeline.
  pipeline(source, parser, () => {});
  try {
    for await (const _ of parser) {
      const record = records.shift();
      if (record === undefined) continue;
      if (record.cells.some((cell) => cell.includes("\0"))) {
        throw new RecordError(record.line, "a NUL character: the file is not a text table.");
      }
      yield record;
    }
  } catch (error) {
    throw toFault(error);
  }
}

async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw new RecordError(line, "the file is not UTF-8 (near this line). Convert it first.", { cause: error });
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    yield text;
    line += text.split("\n").length - 1;
  }
  yield decode();
}
