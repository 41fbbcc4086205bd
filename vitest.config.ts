import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// What V8 has compiled once, for the workers and for every process that a test starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(".build/compile-cache", import.meta.url));

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "tests/**/*.test.ts"],
    // Fault scenarios take a minute each; `npm run test:full` runs them.
    exclude: [...configDefaults.exclude, ...(process.env.FAULT_TESTS === "1" ? [] : ["tests/faults/**"])],
    globalSetup: ["tests/postgres.ts", "tests/portal.ts"],
    pool: "forks",
    // A worker keeps its modules, its compiled schemas and its databases from file to file.
    isolate: false,
    // So long a life takes up to 2 GB, which is what V8 allows itself on a machine with 8.
    execArgv: ["--max-old-space-size=4096"],
    // By default a core is left idle.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: {
      requireAssertions: true,
      // Only a failure takes all of it: how fast a machine is must decide nothing.
      poll: { timeout: 30_000, interval: 20 },
    },
  },
});
