import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { withScenario } from "../../packages/service/test/examples/record.ts";
import { clientTools, type Printed } from "./programs.ts";
import { documentPath, installTools, run, runTool, toolsDirectory } from "./tools.ts";

const limitMs = 600_000;

beforeAll(installTools, limitMs);

/** A strict TypeScript project of a browser or Node application, as created by `tsc --init`. */
const compilerOptions = [
  "--strict --noEmit --skipLibCheck --types node --target es2022 --lib es2022,dom,dom.iterable",
  "--module esnext --moduleResolution bundler",
].flatMap((line) => line.split(" "));

test.each(clientTools)(
  "$name with default options generates a client that compiles and calls the service",
  async ({ name, command, program }) => {
    const directory = join(toolsDirectory, name);
    await rm(directory, { recursive: true, force: true });
    await runTool(command(documentPath));
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, "program.ts"), program);
    await runTool(["tsc", ...compilerOptions, `${name}/program.ts`]);
    const bundle = `${name}/program.cjs`;
    await runTool(["esbuild", `${name}/program.ts`, "--bundle", "--platform=node", `--outfile=${bundle}`]);
    const printed = await withScenario(async ({ app }): Promise<Printed> => {
      const text = await run(process.execPath, [bundle], { WAYFARE_URL: app.url, WAYFARE_KEY: app.key });
      return JSON.parse(text);
    });
    expect(printed.flights).toBeGreaterThan(10);
    expect(printed.createdKey).toBe(name);
    expect(printed.listedKeys).toContain(name);
  },
  limitMs,
);
