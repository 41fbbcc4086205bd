import { type StdioOptions, serveStdio } from "@wayfare/mcp";
import type { McpActions } from "../commands/mcp-command.ts";
import { assertKey } from "./connect.ts";

interface McpDeps extends Pick<StdioOptions, "stdin" | "stdout" | "stderr"> {
  /** Returns the signal that ends the command. */
  openSignal: () => AbortSignal;
}

/** Action of `wayfare mcp`. */
export function makeMcpActions({ openSignal, ...streams }: McpDeps): McpActions {
  return {
    async serveMcp({ url, key }) {
      await serveStdio({ url, key: assertKey(key), ...streams, signal: openSignal() });
    },
  };
}
