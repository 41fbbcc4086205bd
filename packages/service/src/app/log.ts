import { type Logger, type LoggerOptions, pino } from "pino";
import pretty from "pino-pretty";
import type { Settings } from "../settings/schema.ts";

const standardError = 2;

/** Creates the logger. It writes to standard error, because standard output is for command output. */
export function makeLog({ logLevel, logFormat }: Settings): Logger {
  const options: LoggerOptions = { level: logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return logFormat === "pretty"
    ? pino(options, pretty({ destination: standardError, sync: true }))
    : pino(options, pino.destination({ dest: standardError, sync: false }));
}
