import type { RunningApp } from "../running-app.ts";

const protocolVersion = "2025-11-25";

/** Result of a tool, or the error of a request. */
export interface McpAnswer {
  status: number;
  headers: Headers;
  text: string;
  error?: { code: number; message: string };
  result: {
    isError?: boolean;
    content?: { type: string; text: string }[];
    // oxlint-disable-next-line typescript/no-explicit-any -- the tests assert the members of each tool
    structuredContent?: any;
    // oxlint-disable-next-line typescript/no-explicit-any -- the results of other methods
    [member: string]: any;
  };
}

interface McpOptions {
  key?: string | null;
  headers?: Record<string, string>;
}

/** Sends a request of the Model Context Protocol to `/mcp`. */
export async function sendMcp(
  app: RunningApp,
  method: string,
  params: object = {},
  { key = app.key, headers = {} }: McpOptions = {},
): Promise<McpAnswer> {
  const answer = await app.call("/mcp", {
    key,
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": protocolVersion,
      ...headers,
    },
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  return { result: {}, ...JSON.parse(answer.text), status: answer.status, headers: answer.headers, text: answer.text };
}

/** Calls a tool. `said` is its text. */
export async function callTool(app: RunningApp, name: string, args: unknown, options?: McpOptions) {
  const answer = await sendMcp(app, "tools/call", { name, arguments: args }, options);
  const said = answer.result.content?.map(({ text }) => text).join("\n") ?? "";
  return { ...answer, said, data: answer.result.structuredContent, isError: answer.result.isError === true };
}
