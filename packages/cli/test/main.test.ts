import { expect, test } from "vitest";
import { useCommand } from "./run-command.ts";

const { wayfare } = useCommand();

test("faulty settings are all named in one message without a stack", async () => {
  const { code, stdout, stderr } = await wayfare(["start", "--port", "abc"], { ROLE: "boss" });
  expect({ code, stdout }).toStrictEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/--port is "abc"/);
  expect(stderr).toMatch(/ROLE is "boss"/);
  expect(stderr).not.toMatch(/^ +at /m);
});

test("a database that cannot be reached is one line without its password", async () => {
  const { code, stderr } = await wayfare(["migrate"], {
    DATABASE_URL: "postgres://wayfare:hunter2@127.0.0.1:1/wayfare",
    SERVER_SECRET: `a:${"A".repeat(43)}=`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^wayfare: connect ECONNREFUSED 127\.0\.0\.1:1\n$/);
});

test("--version is the package's", async () => {
  expect((await wayfare(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
