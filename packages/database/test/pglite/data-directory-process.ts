/**
 * Child process of data-directory.test.ts: locks the directory argv[2], records the address argv[3] if given, prints the result as one line
 * of JSON, and keeps the lock until its input ends.
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
