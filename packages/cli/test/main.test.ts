import { expect, test } from "vitest";
import { useCommand } from "./run-command.ts";

const { wayfare } = useCommand();

test("reports every invalid setting in one message without a stack", async () => {
  const { code, stdout, stderr } = await wayfare(["start", "--port", "abc"], { ROLE: "boss" });
  expect({ code, stdout }).toStrictEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/--port is "abc"/);
  expect(stderr).toMatch(/ROLE is "boss"/);
  expect(stderr).not.toMatch(/^ +at /m);
});

test("refuses a secret as a flag without printing it, and names the variables to use", async () => {
  const { code, stderr } = await wayfare([
    "migrate",
    "--database-url",
    "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain("--database-url is not accepted");
  expect(stderr).toContain("DATABASE_URL_FILE");
  expect(stderr).not.toContain("hunter2");
});

test("--version prints the package version", async () => {
  expect((await wayfare(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
