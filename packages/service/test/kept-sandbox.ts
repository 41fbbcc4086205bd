import { fileURLToPath } from "node:url";

/** A data directory that outlives the tests: the world of their instant is made once, and read from then on. */
export const keptSandbox = fileURLToPath(new URL("../../../.build/test-sandbox", import.meta.url));
