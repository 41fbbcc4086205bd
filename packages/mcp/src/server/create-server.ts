import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Scope } from "@wayfare/contract";
import type { Wayfare } from "@wayfare/sdk";
import { version } from "@wayfare/sdk";
import type { Confirmations } from "../tools/confirmations.ts";
import { tools } from "../tools/registry.ts";
import { isAllowed, type Tool, type ToolContext } from "../tools/tool.ts";
import { describeToolError } from "../tools/tool-error.ts";
import { instructionsAt } from "./instructions.ts";
import { prompts, renderPrompt } from "./prompts.ts";
import { readResource, resources, resourceTemplates } from "./resources.ts";

export interface ServerDeps {
  /** Client of the API with the key of the caller. */
  client: Wayfare;
  /** Scopes of the key: tools that it cannot use are not listed. */
  scopes: readonly Scope[];
  confirmations: Confirmations;
  /** Aborts calls when the client disconnects. */
  signal: AbortSignal;
  nowMs(): number;
  /** Reports an error of this program, which the client sees as a failed call. */
  onError(error: unknown): void;
}

/** The server asks clients nothing, so that it validates no answers. */
const jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: "not supported" }),
};

/** Creates the MCP server of one caller, with the tools, resources and prompts that its key can use. */
export function createServer(deps: ServerDeps): Server {
  const server = new Server(
    { name: "wayfare", title: "Wayfare flight search", version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructionsAt(deps.nowMs()),
      jsonSchemaValidator,
    },
  );
  const contextOf = (signal: AbortSignal): ToolContext => ({
    client: deps.client,
    signal: AbortSignal.any([signal, deps.signal]),
    confirmations: deps.confirmations,
    nowMs: deps.nowMs(),
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.filter((tool) => isAllowed(tool, deps.scopes)).map(describeTool),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    callTool(params.name, params.arguments, { ...deps, context: contextOf(signal) }),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { signal }) => {
    const content = await readResource(uri, contextOf(signal)).catch((error: unknown) => {
      const text = describeToolError("the resource", error);
      if (text === undefined) deps.onError(error);
      throw new McpError(ErrorCode.InvalidRequest, text ?? "The resource could not be read.");
    });
    // Code of the protocol for an unknown resource.
    if (content === undefined) throw new McpError(-32_002, `Unknown resource. Resources: ${resourceNames}.`, { uri });
    return { contents: [content] };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => getPrompt(params.name, params.arguments ?? {}));
  return server;
}

const resourceNames = [
  ...resources.map(({ uri }) => uri),
  ...resourceTemplates.map(({ uriTemplate }) => uriTemplate),
].join(", ");

/** The protocol types schemas as objects with `type: "object"`. */
function describeTool({ name, title, description, inputSchema, outputSchema, annotations }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    outputSchema: { ...outputSchema, type: "object" as const },
    annotations: { title, ...annotations },
  };
}

type CallDeps = Pick<ServerDeps, "scopes" | "onError"> & { context: ToolContext };

/** Runs a tool. Every failure is a result with `isError`, which the model can act on, except an unknown name. */
async function callTool(name: string, args: unknown, { scopes, onError, context }: CallDeps) {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) {
    const names = tools.map((each) => each.name).join(", ");
    throw new McpError(ErrorCode.InvalidParams, `Unknown tool. Tools: ${names}.`);
  }
  if (!isAllowed(tool, scopes)) {
    const needed = tool.scopes.map((anyOf) => anyOf[0]).join(" and ");
    return failed(`${name} requires the scope ${needed}, which the key does not have. Ask the user for another key.`);
  }
  try {
    const { answer, text } = await tool.call(args, context);
    return { content: [{ type: "text" as const, text }], structuredContent: { ...answer } };
  } catch (error) {
    const text = describeToolError(name, error);
    if (text === undefined && !context.signal.aborted) onError(error);
    return failed(text ?? "The call failed. Repeat it once; if it fails again, tell the user.");
  }
}

const failed = (text: string) => ({ content: [{ type: "text" as const, text }], isError: true });

function getPrompt(name: string, args: Readonly<Record<string, string>>) {
  const rendered = renderPrompt(name, args);
  if (rendered === undefined) {
    const names = prompts.map((each) => each.name).join(", ");
    throw new McpError(ErrorCode.InvalidParams, `Unknown prompt. Prompts: ${names}.`);
  }
  if ("missing" in rendered) {
    throw new McpError(ErrorCode.InvalidParams, `Missing arguments: ${rendered.missing.join(", ")}.`);
  }
  const { text, description } = rendered;
  return { description, messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
