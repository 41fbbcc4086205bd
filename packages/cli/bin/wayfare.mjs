#!/usr/bin/env -S node --max-semi-space-size=16
// Launcher in plain JavaScript that runs on Node 14 and newer. If Node is too old for Wayfare, it restarts with the Node 24
// that npm installed with Wayfare.
import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const requiredMajor = 24;

/** Limits the new space of the main thread, so that its garbage collections are short. The first line and `npm start` have it, too. */
const nodeFlags = ["--max-semi-space-size=16"];

if (Number(process.versions.node.split(".")[0]) >= requiredMajor) {
  const { findBuiltMain } = await import("./built-code.mjs");
  const main = findBuiltMain(fileURLToPath(new URL("../../..", import.meta.url)));
  await import(main === undefined ? "../src/main.ts" : pathToFileURL(main).href);
} else {
  const bundledNode = findBundledNode(dirname(realpathSync(fileURLToPath(import.meta.url))));
  if (bundledNode === undefined || process.env.WAYFARE_NODE_CHOSEN !== undefined) {
    console.error(
      `Wayfare requires Node ${requiredMajor} or newer, but this is ${process.version}, and the Node that npm installs with Wayfare ` +
        "is missing. Install Node 24 from https://nodejs.org, or run `npm ci` without `--omit=optional`.",
    );
    process.exitCode = 1;
  } else {
    restart(bundledNode);
  }
}

/** Searches node_modules of this and every parent directory, as Node does for packages. */
function findBundledNode(directory) {
  const candidate = join(directory, "node_modules", ".bin", "node");
  if (existsSync(candidate)) return candidate;
  const parent = dirname(directory);
  return parent === directory ? undefined : findBundledNode(parent);
}

function restart(node) {
  const child = spawn(node, [...nodeFlags, ...process.argv.slice(1)], {
    stdio: "inherit",
    // Prevents an endless loop if the bundled Node is too old, too.
    env: { ...process.env, WAYFARE_NODE_CHOSEN: node },
  });
  const forwarded = forwardSignals(child);
  child.on("error", (error) => {
    console.error(`Could not run ${node}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    for (const each of forwarded) process.removeAllListeners(each);
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
    // Ends with the same signal, so that the parent process sees it.
    if (signal !== null) process.kill(process.pid, signal);
  });
}

/** Forwards signals to the child. A terminal sends its signals to both processes, and a second one makes the service exit immediately. */
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
