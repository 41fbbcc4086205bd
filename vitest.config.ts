import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// V8's compiled code, shared by the workers and by every process that a test starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(".build/compile-cache", import.meta.url));

const filesNamed = (suffix: string): string[] => [
  `packages/*/test/**/*${suffix}.test.ts`,
  `tests/**/*${suffix}.test.ts`,
];

/** The suffix of a file's name selects its suite; a suite is a vitest project. */
export const suites = [
  // `npm test`: every change, under five minutes on two cores.
  { name: "test", include: filesNamed(""), exclude: ["**/*.{full,long}.test.ts"] },
  // `npm run test:full`: every change in CI, about ten minutes.
  { name: "full", include: filesNamed(".full"), exclude: [] },
  // `npm run test:long`: before a release.
  { name: "long", include: filesNamed(".long"), exclude: [] },
];

export default defineConfig({
  test: {
    projects: suites.map(({ name, include, exclude }) => ({
      extends: true,
      test: { name, include, exclude: [...configDefaults.exclude, ...exclude] },
    })),
    globalSetup: ["tests/postgres.ts", "tests/portal.ts"],
    pool: "forks",
    // A worker keeps its modules, its compiled schemas and its databases from file to file.
    isolate: false,
    // A worker grows to 2 GB, V8's default limit on a machine with 8 GB.
    execArgv: ["--max-old-space-size=4096"],
    // Tests also wait for timers, sockets and processes: half a worker more than cores keeps the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: {
      requireAssertions: true,
      // Only a failure uses all of it: results must not depend on how fast the machine is.
      poll: { timeout: 30_000, interval: 20 },
    },
  },
});
