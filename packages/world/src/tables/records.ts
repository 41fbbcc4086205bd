import { CsvError, type Options, parse } from "csv-parse/sync";

export interface TableRecord {
  /** Line on which the record begins, from 1. */
  line: number;
  cells: string[];
}

/** Position at which a file is not valid CSV or TSV. */
export class RecordError extends Error {
  override readonly name = "RecordError";
  readonly line: number;
  readonly problem: string;

  constructor(line: number, problem: string, options?: ErrorOptions) {
    super(`line ${line}: ${problem}`, options);
    this.line = line;
    this.problem = problem;
  }
}

export interface RecordFormat {
  delimiter: string;
  /** False if a double quote is an ordinary character. */
  quotes: boolean;
  maxRecordBytes?: number;
}

/** Parses one file with csv-parse. */
export interface RecordReader {
  options: Options;
  /** Records parsed by csv-parse with the options, in order; the caller removes them. */
  records: TableRecord[];
  /** Converts an error of csv-parse. */
  toFault: (error: unknown) => unknown;
}

/** Determines the line on which each record begins, which csv-parse miscounts after a CRLF in quotes. Skips blank lines. */
export function createRecordReader({ delimiter, quotes, maxRecordBytes = 0 }: RecordFormat): RecordReader {
  const records: TableRecord[] = [];
  let line = 1;
  return {
    records,
    options: {
      bom: true,
      delimiter,
      quote: quotes ? '"' : null,
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      max_record_size: maxRecordBytes,
      on_record: (cells) => {
        const start = line;
        line += 1;
        for (const cell of cells) if (cell.includes("\n")) line += cell.split("\n").length - 1;
        if (cells[0]?.trim() === "" && cells.join(delimiter).trim() === "") return null;
        records.push({ line: start, cells });
        return cells;
      },
    },
    toFault: (error) => {
      const problem = error instanceof CsvError ? problems[error.code] : undefined;
      return problem === undefined ? error : new RecordError(line, problem(maxRecordBytes), { cause: error });
    },
  };
}

const problems: Readonly<Record<string, (maxRecordBytes: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: () => "a quote is not closed.",
  CSV_INVALID_CLOSING_QUOTE: () => "text after a closing quote.",
  INVALID_OPENING_QUOTE: () => "a quote in a cell that is not in quotes.",
  CSV_MAX_RECORD_SIZE: (max) => `a record of over ${max} characters; is a quote not closed?`,
};

/**
 * Parses CSV (RFC 4180) or TSV with LF or CRLF line ends and an optional byte order mark.
 *
 * @throws RecordError at a misplaced or unclosed quote
 */
export function parseRecords(text: string, format: RecordFormat): TableRecord[] {
  const { options, records, toFault } = createRecordReader(format);
  try {
    parse(text, options);
  } catch (error) {
    throw toFault(error);
  }
  return records;
}

/** Returns the first of `candidates` in the first line, else a comma. */
export function findDelimiter(text: string, candidates: readonly string[]): string {
  const [heading = ""] = text.split("\n", 1);
  return candidates.find((candidate) => heading.includes(candidate)) ?? ",";
}
