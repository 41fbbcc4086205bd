import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { type Actions, createProgram, describeFailure, type SettingSources } from "../src/program.ts";

const settings = [
  { flag: "--host", variable: "HOST", description: "Address to listen on." },
  { flag: "--data-dir", variable: "DATA_DIR", description: "Where data goes." },
];
const environment = { HOST: "0.0.0.0" };

async function run(
  ...args: string[]
): Promise<{ calls: [keyof Actions, SettingSources][]; output: string; exitCode: number }> {
  const calls: [keyof Actions, SettingSources][] = [];
  let output = "";
  const actions: Actions = {
    start: async (sources) => calls.push(["start", sources]),
    migrate: async (sources) => calls.push(["migrate", sources]),
  };
  const program = createProgram({ version: "1.2.3", environment, settings, actions });
  const write = (text: string) => {
    output += text;
  };
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return { calls, output, exitCode: 0 };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { calls, output, exitCode: error.exitCode };
  }
}

test("start hands on the environment and only the flags that were given", async () => {
  const { calls } = await run("start", "--data-dir", "./elsewhere");
  expect(calls).toStrictEqual([["start", { environment, flags: { "data-dir": "./elsewhere" } }]]);
});

test("migrate takes the same flags", async () => {
  const { calls } = await run("migrate", "--host=::1");
  expect(calls).toStrictEqual([["migrate", { environment, flags: { host: "::1" } }]]);
});

test("--version prints the version and does nothing else", async () => {
  expect(await run("--version")).toStrictEqual({ calls: [], output: "1.2.3\n", exitCode: 0 });
});

test("the help of a command names every setting and its variable", async () => {
  const { output } = await run("start", "--help");
  expect(output).toMatch(/--data-dir <value>\s+Where data goes\. \(DATA_DIR\)/);
});

test.each([
  [["begin"], /unknown command 'begin'/],
  [["start", "--data-directory", "x"], /unknown option '--data-directory'/],
  [["start", "extra"], /too many arguments/],
  [["start", "--host"], /argument missing/],
])("%j is refused and nothing is started", async (args, message) => {
  const { calls, output, exitCode } = await run(...args);
  expect(calls).toStrictEqual([]);
  expect(exitCode).toBe(1);
  expect(output).toMatch(message);
});

test("an operator's fault is shown without a stack, a defect with one", () => {
  const named = (name: string) => Object.assign(new Error("what to do"), { name });
  expect(describeFailure(named("DataDirectoryError"))).toBe("wayfare: what to do");
  expect(describeFailure(Object.assign(new Error("port in use"), { syscall: "listen" }))).toBe("wayfare: port in use");
  expect(describeFailure(new TypeError("defect"))).toMatch(/^wayfare: TypeError: defect\n +at /);
  expect(describeFailure("text")).toBe("wayfare: text");
});
