import { includesScope, type Scope } from "@wayfare/contract";
import type { Wayfare } from "@wayfare/sdk";
import { Ajv, type ValidateFunction } from "ajv";
import type { Static, TObject } from "typebox";
import { type Answer, type AnswerSchema, answerSchema, fitAnswer } from "../answers/answer.ts";
import { describeFaults } from "../input/faults.ts";
import { InputError } from "../input/input-error.ts";
import type { Confirmations } from "./confirmations.ts";

/** Dependencies of a call of a tool. */
export interface ToolContext {
  /** Client of the API with the key of the caller. */
  client: Wayfare;
  /** Aborts when the client disconnects or cancels the call. */
  signal: AbortSignal;
  confirmations: Confirmations;
  nowMs: number;
}

/** Hints for clients that ask their user before a call. */
interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Result of a call: the answer, and the same as text for clients without structured content. */
interface ToolResult {
  answer: object;
  text: string;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  outputSchema: object;
  annotations: ToolAnnotations;
  /** The caller needs one scope of each list. */
  scopes: readonly (readonly Scope[])[];
  /**
   * Checks the arguments and runs the tool.
   *
   * @throws InputError if the arguments are invalid, ApiError and other errors of the client.
   */
  call(args: unknown, context: ToolContext): Promise<ToolResult>;
}

interface ToolSpec<Input extends TObject, Data extends TObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Members of the answer besides those of every answer. */
  data: Data;
  scopes: readonly (readonly Scope[])[];
  annotations?: Partial<ToolAnnotations>;
  run(input: Static<Input>, context: ToolContext): Promise<Answer<Static<Data>>>;
}

/** Scopes with which the API can search: one of them is sufficient. */
export const searchScopes: readonly Scope[] = ["flights.search", "usage.read", "usage.write"];

/** Scope with which the API creates and deletes watches. */
export const watchScopes: readonly Scope[] = ["flights.search"];

const reading: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
};

const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false, meta: false });

/** Defines a tool. Its schemas are those that clients see, and its input is checked against them. */
export function defineTool<Input extends TObject, Data extends TObject>(spec: ToolSpec<Input, Data>): Tool {
  const { name, title, description, input, scopes, annotations } = spec;
  let validate: ValidateFunction<Static<Input>> | undefined;
  return {
    name,
    title,
    description,
    inputSchema: input,
    outputSchema: answerSchema(spec.data) satisfies AnswerSchema,
    annotations: { ...reading, ...annotations },
    scopes,
    async call(args, context) {
      validate ??= ajv.compile<Static<Input>>(input);
      const given = withoutNulls(args);
      if (!validate(given)) throw new InputError(describeFaults(validate.errors ?? [], input));
      return fitAnswer(await spec.run(given, context));
    },
  };
}

/** True if a caller with these scopes can use the tool. */
export function isAllowed({ scopes }: Tool, held: readonly Scope[]): boolean {
  return scopes.every((anyOf) => anyOf.some((scope) => includesScope(held, scope)));
}

/** Models send null for arguments that they omit. */
function withoutNulls(args: unknown): unknown {
  if (args === undefined) return {};
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}
