import type { Settings } from "@wayfare/settings";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import pretty from "pino-pretty";

const standardError = 2;

/** Creates the logger. It writes to standard error, because standard output is for command output. */
export function makeLog({ logLevel, logFormat }: Pick<Settings, "logLevel" | "logFormat">): Logger {
  const options: LoggerOptions = { level: logLevel, base: null, timestamp: makeTimestamp() };
  return logFormat === "pretty"
    ? pino(options, pretty({ destination: standardError, sync: true }))
    : pino(options, makeBatchedDestination(standardError));
}

/** Characters that are written together, and the longest time in milliseconds that a line waits for others. */
const batchCharacters = 16_384;
const batchMs = 50;

interface BatchedDestination extends DestinationStream {
  /** Level of the line, which pino sets before it calls `write`. */
  lastLevel: number;
}

/**
 * Writes lines in batches, because handing a write to a thread costs more than formatting the line. A warning or an error is written at
 * once, with all lines before it. The rest is written when the process exits, also after an uncaught exception; SIGKILL loses the lines of
 * the last 50 ms.
 */
export function makeBatchedDestination(fileDescriptor: number): BatchedDestination {
  // The stream could form batches itself, but measures the length of its batch again for each line.
  const file = pino.destination({ dest: fileDescriptor, sync: false });
  const urgentLevel = pino.levels.values["warn"] ?? 40;
  let lines = "";
  const flush = (): void => {
    if (lines === "") return;
    file.write(lines);
    lines = "";
  };
  setInterval(flush, batchMs).unref();
  process.on("exit", () => {
    file.flushSync();
    // The exit does not wait for the thread that writes for `file`.
    if (lines !== "") pino.destination({ dest: fileDescriptor, sync: true }).write(lines);
  });
  const destination = {
    // pino sets `lastLevel` of streams with this member.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      lines += line;
      if (lines.length >= batchCharacters || destination.lastLevel >= urgentLevel) flush();
    },
  };
  return destination;
}

/** Returns pino's `isoTime` with a cache, because many lines have the same millisecond. */
function makeTimestamp(): () => string {
  let text = "";
  let atMs = Number.NaN;
  return () => {
    const nowMs = Date.now();
    if (nowMs === atMs) return text;
    atMs = nowMs;
    text = `,"time":"${new Date(nowMs).toISOString()}"`;
    return text;
  };
}
