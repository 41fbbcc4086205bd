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

test("reports an unreachable database in one line without its password", async () => {
  const { code, stderr } = await wayfare(["migrate"], {
    DATABASE_URL: "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
    SERVER_SECRET: `a:${"A".repeat(43)}=`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wayfare: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
});

test("--version prints the package version", async () => {
  expect((await wayfare(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
