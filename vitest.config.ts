import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

// V8 compile cache, shared by the workers and all processes that tests start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL(".build/compile-cache", import.meta.url));

const filesNamed = (suffix: string): string[] => [
  `packages/*/test/**/*${suffix}.test.ts`,
  `tests/**/*${suffix}.test.ts`,
];

/** The file name suffix selects the suite; each suite is a vitest project. */
export const suites = [
  // `npm test`: every change, under five minutes on two cores.
  { name: "test", include: filesNamed(""), exclude: ["**/*.{full,long}.test.ts"] },
  // `npm run test:full`: every change in CI, about a quarter of an hour.
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
    globalSetup: ["tests/temporary-files.ts", "tests/postgres.ts", "tests/portal.ts", "tests/built-code.ts"],
    pool: "forks",
    // Workers keep modules, compiled schemas and databases between files.
    isolate: false,
    // A worker uses up to 2 GB, V8's default limit on a machine with 8 GB.
    execArgv: ["--max-old-space-size=4096"],
    // Tests also wait for timers, sockets and processes: 1.5 workers per core keep the cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Only a failing test takes that long, also on a machine that runs other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: {
      requireAssertions: true,
      // Only a failing test reaches this limit: results must not depend on the speed of the machine.
      poll: { timeout: 120_000, interval: 20 },
    },
  },
});
