#!/usr/bin/env node
// Plain JavaScript that any Node from 14 on reads: where Node is too old for Wayfare, this runs it again with the Node 24
// that npm installed beside it.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const neededMajor = 24;

if (Number(process.versions.node.split(".")[0]) >= neededMajor) {
  await import("../src/main.ts");
} else {
  const pinned = findPinnedNode(dirname(realpathSync(fileURLToPath(import.meta.url))));
  if (pinned === undefined || process.env.WAYFARE_NODE_CHOSEN !== undefined) {
    console.error(
      `Wayfare needs Node ${neededMajor} or newer; this is ${process.version}, and the one that npm installs beside Wayfare ` +
        "is missing. Install Node 24 from https://nodejs.org, or run `npm ci` without `--omit=optional`.",
    );
    process.exitCode = 1;
  } else {
    runAgain(pinned);
  }
}

/** Looks in every node_modules from here to the root of the file system, as Node does for packages. */
function findPinnedNode(directory) {
  const candidate = join(directory, "node_modules", ".bin", "node");
  if (existsSync(candidate)) return candidate;
  const parent = dirname(directory);
  return parent === directory ? undefined : findPinnedNode(parent);
}

function runAgain(node) {
  const child = spawn(node, process.argv.slice(1), {
    stdio: "inherit",
    // Should that one be too old as well, it must not go on forever.
    env: { ...process.env, WAYFARE_NODE_CHOSEN: node },
  });
  const forwarded = forwardSignals(child);
  child.on("error", (error) => {
    console.error(`Wayfare could not run ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    for (const each of forwarded) process.removeAllListeners(each);
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
    // What started this should see the same end.
    if (signal !== null) process.kill(process.pid, signal);
  });
}

/** A terminal sends these to both processes by itself, and a second one means "at once" to a service that is ending. */
function forwardSignals(child) {
  const fromTerminal = ["SIGINT", "SIGQUIT", "SIGHUP"];
  const signals = [...fromTerminal, "SIGTERM", "SIGUSR2"];
  for (const signal of signals) {
    process.on(signal, () => {
      if (!(process.stdin.isTTY && fromTerminal.includes(signal))) child.kill(signal);
    });
  }
  return signals;
}
