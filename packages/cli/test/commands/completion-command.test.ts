import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { expect, test } from "vitest";
import { renderCompletion } from "../../src/commands/completion-command.ts";

const program = new Command("wayfare").description("Test.");
program.command("start").description("Start it's service.").option("--data-dir <value>", "data directory");
const keys = program.command("keys").description("Keys.");
keys.command("create").description("Create a key.").option("--scopes <list>", "scopes").option("--json", "print JSON");
keys.command("list").description("List keys.");

/** Returns what bash offers for the words, of which the last one is incomplete. */
function complete(...words: string[]): string[] {
  const script = `${renderCompletion(program, "bash")}
COMP_WORDS=(wayfare "$@"); COMP_CWORD=$#; _wayfare; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
}

test("bash completes commands, subcommands and options", () => {
  expect(complete("")).toEqual(expect.arrayContaining(["start", "keys", "--help"]));
  expect(complete("k")).toEqual(["keys"]);
  expect(complete("keys", "")).toEqual(expect.arrayContaining(["create", "list"]));
  expect(complete("keys", "")).not.toContain("start");
  expect(complete("keys", "create", "--s")).toEqual(["--scopes"]);
  expect(complete("keys", "create", "--json", "--sc")).toEqual(["--scopes"]);
  expect(complete("start", "--d")).toEqual(["--data-dir"]);
});

test("zsh loads the functions of bash, and fish has one line for each word", () => {
  expect(renderCompletion(program, "zsh")).toContain("bashcompinit");
  const fish = renderCompletion(program, "fish");
  expect(fish).toContain(
    "complete -c wayfare -f -n '__fish_seen_subcommand_from keys; and not __fish_seen_subcommand_from create list' -a create -d 'Create a key.'",
  );
  expect(fish).toContain("-l data-dir -d 'data directory'");
  expect(fish).toContain("'Start it'\\''s service.'");
});
