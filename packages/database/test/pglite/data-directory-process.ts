/**
 * Run by data-directory.test.ts as a process of its own: takes argv[2], says where it listens if argv[3] is given, prints
 * one line of JSON about how that went, and holds on until its input ends.
 */
import { DataDirectoryError, openDataDirectory } from "../../src/index.ts";

const [path = "", address] = process.argv.slice(2);
try {
  const directory = openDataDirectory(path, { nowMs: Date.UTC(2026, 10, 21) });
  if (address !== undefined) directory.describeHolder({ address });
  console.log(JSON.stringify({ opened: directory.path }));
  process.stdin.resume();
  process.stdin.on("end", () => directory.release());
} catch (error) {
  if (!(error instanceof DataDirectoryError)) throw error;
  console.log(JSON.stringify({ code: error.code, message: error.message }));
}
