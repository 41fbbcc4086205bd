import { fileURLToPath } from "node:url";

/** A data directory that is kept between test runs: the world of the tests' time is generated once. */
export const cachedSandbox = fileURLToPath(new URL("../../../.build/test-sandbox", import.meta.url));
