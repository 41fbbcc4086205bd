import type { Command } from "commander";
import type { ServiceAddress } from "./listen-command.ts";

/** Action of `wayfare mcp`. */
export interface McpActions {
  serveMcp(service: ServiceAddress): Promise<void>;
}

interface Context {
  environment: Readonly<Record<string, string | undefined>>;
  actions: McpActions;
}

/** Adds `mcp`, which connects a program that starts MCP servers with a running service. */
export function addMcpCommand(program: Command, { environment, actions }: Context): void {
  program
    .command("mcp")
    .description("Serve the Model Context Protocol on standard input and output. Needs WAYFARE_KEY.")
    .allowExcessArguments(false)
    .option("--url <url>", "URL of the service (default: WAYFARE_URL or http://localhost:8080)")
    .action(async ({ url }: { url?: string }) => {
      await actions.serveMcp({
        url: url ?? environment.WAYFARE_URL ?? "http://localhost:8080",
        key: environment.WAYFARE_KEY,
      });
    });
}
