import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { settingEntries } from "@wayfare/settings";
import { afterAll, expect, test } from "vitest";
import { unpackDebianTools } from "../../scripts/debian-packages.ts";

const folder = fileURLToPath(new URL("../../deploy/systemd/", import.meta.url));
const units = readdirSync(folder).filter((name) => name.endsWith(".service"));
const systemd = unpackDebianTools("systemd", ["systemd", "libsystemd-shared"]);
const root = mkdtempSync(join(tmpdir(), "wayfare-systemd-"));
afterAll(() => rmSync(root, { recursive: true }));

const environment = { ...process.env, LD_LIBRARY_PATH: librariesOf(systemd) };

/** The shared library of systemd is in a folder with the name of the architecture. */
function librariesOf(tools: string): string {
  return readdirSync(join(tools, "usr/lib"))
    .filter((name) => name.includes("-linux-gnu"))
    .map((name) => join(tools, "usr/lib", name, "systemd"))
    .join(":");
}

function analyze(...args: string[]): string {
  return execFileSync(join(systemd, "usr/bin/systemd-analyze"), args, {
    env: environment,
    encoding: "utf8",
    stdio: "pipe",
  });
}

/** Writes a root with the units of systemd, ours, and the program that they start. */
function writeRoot(edit: (text: string) => string = (text) => text): void {
  cpSync(join(systemd, "lib/systemd/system"), join(root, "lib/systemd/system"), { recursive: true });
  mkdirSync(join(root, "etc/systemd/system"), { recursive: true });
  mkdirSync(join(root, "opt/wayfare/bin"), { recursive: true });
  writeFileSync(join(root, "opt/wayfare/bin/node"), "");
  chmodSync(join(root, "opt/wayfare/bin/node"), 0o755);
  for (const name of units) {
    writeFileSync(join(root, "etc/systemd/system", name), edit(readFileSync(join(folder, name), "utf8")));
  }
}

test("systemd-analyze verifies the units, and finds a planted fault", () => {
  writeRoot();
  expect(analyze(`--root=${root}`, "verify", ...units)).toBe("");
  writeRoot((text) => text.replace("ExecStart=/opt/wayfare/bin/node", "ExecStart=/opt/wayfare/bin/missing"));
  expect(() => analyze(`--root=${root}`, "verify", ...units)).toThrow("/opt/wayfare/bin/missing is not executable");
});

test.each(units)("the exposure of %s is at most 1.5 of 10", (name) => {
  expect(analyze("security", "--offline=true", "--threshold=15", join(folder, name))).toContain("OK");
});

test.each(units)("%s has only settings that exist, and a credential for each file", (name) => {
  const text = readFileSync(join(folder, name), "utf8");
  const known = new Set(settingEntries.flatMap(({ variable }) => [variable, `${variable}_FILE`]));
  const pairs = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  expect(pairs.map((pair) => pair.split("=", 1)[0] ?? "").filter((each) => !known.has(each))).toEqual(["NODE_ENV"]);
  const credentials = [...text.matchAll(/^LoadCredential=([^:]+):/gm)].map(([, credential]) => `%d/${credential}`);
  expect(pairs.map((pair) => pair.split("=", 2)[1] ?? "").filter((value) => value.startsWith("%d/"))).toEqual(
    credentials,
  );
});
