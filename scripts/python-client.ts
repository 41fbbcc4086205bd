/** Writes the types and operations of the Python client from the OpenAPI document. */

import { idempotentOperations } from "./client-operations.ts";
import {
  answerOf,
  type Document,
  isBytes,
  nameOf,
  type Operation,
  type Parameter,
  resolveParameter,
  type Schema,
} from "./openapi-model.ts";

/** Parameters of the method that sends a request, which the clients implement. */
const callParameters = `        self,
        operation: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,`;

const generatedNote = '"""Generated from docs/reference/openapi.json by npm run generate."""';

/** Words that Python does not accept as names. */
const keywords = new Set(["from", "global", "import", "in", "is", "lambda", "pass", "class", "def", "return", "with"]);

/**
 * Generates clients/python/src/wayfare/types.py: one type for each schema.
 *
 * @param document the OpenAPI document as JSON
 * @throws Error if the document has a construct that the client does not support
 */
export function renderPythonTypes(document: string): string {
  const { components }: Document = JSON.parse(document);
  const writer = new TypeWriter();
  for (const [name, schema] of Object.entries(components.schemas)) writer.add(name, schema);
  return `${generatedNote}

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired

${writer.definitions.join("\n\n")}
`;
}

/** Collects definitions; objects within objects get a separate name. */
class TypeWriter {
  readonly definitions: string[] = [];

  add(name: string, schema: Schema): void {
    const members = schema.properties;
    if (members !== undefined && Object.keys(members).length > 0) {
      // Objects within this one are defined first.
      const rows = Object.entries(members).map(([member, each]): [string, string, Schema] => {
        const type = this.#typeOf(each, name + capitalize(member));
        return [member, schema.required?.includes(member) === true ? type : `NotRequired[${type}]`, each];
      });
      this.definitions.push(renderTypedDict(name, rows, schema.description));
    } else {
      const comment = schema.description === undefined ? "" : `# ${schema.description.replaceAll("\n", " ")}\n`;
      // Type checkers resolve quoted names, so the order of definitions does not matter.
      this.definitions.push(`${comment}${name} = ${this.#aliasOf(schema, name)}`);
    }
  }

  /** Returns an expression that Python evaluates when the module is imported. */
  #aliasOf(schema: Schema, name: string): string {
    const options = schema.oneOf ?? schema.anyOf;
    if (options !== undefined) return `Union[${options.map((each) => quote(this.#typeOf(each, name))).join(", ")}]`;
    return this.#typeOf(schema, name);
  }

  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return nameOf(schema.$ref);
    if (schema.const !== undefined) return `Literal[${JSON.stringify(schema.const)}]`;
    if (schema.enum !== undefined) {
      const words = schema.enum.map((word) => (word === null ? "None" : JSON.stringify(word)));
      const type = `Literal[${words.join(", ")}]`;
      return schema["x-extensible"] === true ? `Union[${type}, str]` : type;
    }
    const options = schema.oneOf ?? schema.anyOf;
    if (options !== undefined) {
      return `Union[${unique(options.map((each, at) => this.#typeOf(each, `${name}${at + 1}`))).join(", ")}]`;
    }
    const types = [schema.type ?? []].flat().map((type) => this.#plainTypeOf(type, schema, name));
    if (types.length === 0) return "Any";
    return types.length === 1 ? String(types[0]) : `Union[${types.join(", ")}]`;
  }

  #plainTypeOf(type: string, schema: Schema, name: string): string {
    if (type === "array") return `List[${schema.items === undefined ? "Any" : this.#typeOf(schema.items, name)}]`;
    if (type === "object") return this.#objectTypeOf(schema, name);
    const python = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" }[type];
    if (python === undefined) throw new Error(`unsupported schema ${JSON.stringify(schema)}`);
    return python;
  }

  #objectTypeOf(schema: Schema, name: string): string {
    if (Object.keys(schema.properties ?? {}).length > 0) {
      this.add(name, schema);
      return name;
    }
    const { additionalProperties: values } = schema;
    return `Dict[str, ${typeof values === "object" ? this.#typeOf(values, `${name}Value`) : "Any"}]`;
  }
}

/** A member named as a keyword needs the form of a call. */
function renderTypedDict(
  name: string,
  rows: readonly [string, string, Schema][],
  description: string | undefined,
): string {
  if (rows.some(([member]) => keywords.has(member))) {
    const members = rows.map(([member, type]) => `${JSON.stringify(member)}: ${quote(type)}`);
    return `${name} = TypedDict("${name}", {${members.join(", ")}})`;
  }
  const comment = description === undefined ? "" : `    ${docstring(description)}\n\n`;
  const members = rows.map(([member, type, schema]) => {
    const text = schema.description?.replaceAll("\n", " ");
    return `    ${member}: ${type}${text === undefined ? "" : `\n    ${docstring(text)}`}`;
  });
  return `class ${name}(TypedDict):\n${comment}${members.join("\n")}\n`;
}

/**
 * Generates clients/python/src/wayfare/_operations.py: the methods of both clients.
 *
 * @param document the OpenAPI document as JSON
 * @param version version of the client
 * @throws Error if the document has a construct that the client does not support
 */
export function renderPythonOperations(document: string, version: string): string {
  const { paths, components }: Document = JSON.parse(document);
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) =>
      describeOperation(path, method.toUpperCase(), operation, components),
    ),
  );
  return `${generatedNote}

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, cast

from ._operation import Operation

if TYPE_CHECKING:
    from typing import List, Literal, Union

    from . import types
    from ._pages import AsyncPages, Pages

VERSION = ${JSON.stringify(version)}

OPERATIONS: Dict[str, Operation] = {
${operations.map(renderEntry).join("\n")}
}


class Operations:
    """The operations of the API."""

    def _call(
${callParameters}
    ) -> Any:
        raise NotImplementedError

    def _pages(self, operation: str, **parts: Any) -> Any:
        raise NotImplementedError

${operations.map((each) => renderMethod(each, "sync")).join("\n")}

class AsyncOperations:
    """The operations of the API as coroutines."""

    async def _call(
${callParameters}
    ) -> Any:
        raise NotImplementedError

    def _pages(self, operation: str, **parts: Any) -> Any:
        raise NotImplementedError

${operations.map((each) => renderMethod(each, "async")).join("\n")}`;
}

interface DescribedOperation {
  id: string;
  summary: string;
  method: string;
  path: string;
  takesKey: boolean;
  pathParameters: readonly Parameter[];
  query: readonly Parameter[];
  body: { type: string; required: boolean } | null;
  /** Type of the response, or of a row of a list with pages. */
  response: string;
  hasPages: boolean;
  responseType: "json" | "text" | "bytes";
  extraStatus: number | null;
}

/** The feed has no last page. It has a separate method. */
const feedParameters: ReadonlySet<string> = new Set(["order", "after", "waitSeconds"]);

function describeOperation(
  path: string,
  method: string,
  operation: Operation,
  { parameters, schemas }: Document["components"],
): DescribedOperation {
  const all = (operation.parameters ?? []).map((each) => resolveParameter(each, parameters));
  const query = all.filter(
    (each) => each.in === "query" && !(operation.operationId === "listEvents" && feedParameters.has(each.name)),
  );
  const hasPages = query.some(({ name }) => name === "cursor");
  const answer = answerOf(operation);
  const page = answer.$ref === undefined ? answer : schemas[nameOf(answer.$ref)];
  const body = operation.requestBody?.content["application/json"]?.schema;
  const extra = Object.entries(operation.responses).find(
    ([status, { content }]) => !status.startsWith("2") && content?.["application/json"],
  );
  return {
    id: operation.operationId,
    summary: operation.summary ?? operation.operationId,
    method,
    path,
    takesKey: all.some((each) => each.in === "header" && each.name === "Idempotency-Key"),
    pathParameters: all.filter((each) => each.in === "path"),
    query: query.filter(({ name }) => name !== "cursor"),
    body: body === undefined ? null : { type: typeName(body), required: operation.requestBody?.required === true },
    response: typeName(hasPages ? (page?.properties?.["data"]?.items ?? {}) : answer),
    hasPages,
    responseType: isBytes(answer) ? "bytes" : answer.type === "string" ? "text" : "json",
    extraStatus: extra === undefined ? null : Number(extra[0]),
  };
}

/** Type of a parameter, body or response, as seen from the module of the operations. */
function typeName(schema: Schema): string {
  if (schema.$ref !== undefined) return `types.${nameOf(schema.$ref)}`;
  if (isBytes(schema)) return "bytes";
  if (schema.enum !== undefined) return `Literal[${schema.enum.map((word) => JSON.stringify(word)).join(", ")}]`;
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return `Union[${unique(options.map(typeName)).join(", ")}]`;
  if (schema.type === "array") return `List[${typeName(schema.items ?? {})}]`;
  const plain: Readonly<Record<string, string>> = { string: "str", integer: "int", number: "float", boolean: "bool" };
  return plain[String(schema.type)] ?? "Dict[str, Any]";
}

function renderEntry(operation: DescribedOperation): string {
  const { id, method, path, takesKey, responseType, extraStatus } = operation;
  const isIdempotent = method === "GET" || takesKey || idempotentOperations.has(id);
  const members = [
    JSON.stringify(method),
    JSON.stringify(path),
    `takes_key=${toPython(takesKey)}`,
    `idempotent=${toPython(isIdempotent)}`,
    ...(responseType === "json" ? [] : [`response_type=${JSON.stringify(responseType)}`]),
    ...(extraStatus === null ? [] : [`extra_status=${extraStatus}`]),
  ];
  return `    ${JSON.stringify(id)}: Operation(${members.join(", ")}),`;
}

function renderMethod(operation: DescribedOperation, kind: "sync" | "async"): string {
  const { id, summary, pathParameters, query, body, takesKey, hasPages, response } = operation;
  const options = [
    ...(takesKey ? ["idempotency_key: Optional[str] = None"] : []),
    "timeout: Optional[float] = None",
    "max_retries: Optional[int] = None",
  ];
  const parameters = [
    "self",
    ...pathParameters.map(({ name }) => `${toSnakeCase(name)}: str`),
    ...(body === null ? [] : [body.required ? `body: ${body.type}` : `body: Optional[${body.type}] = None`]),
    "*",
    ...query.map(({ name, required, schema }) =>
      required === true
        ? `${argumentOf(name)}: ${typeName(schema)}`
        : `${argumentOf(name)}: Optional[${typeName(schema)}] = None`,
    ),
    ...options,
  ];
  const parts = [
    ...(pathParameters.length === 0
      ? []
      : [`path={${pathParameters.map(({ name }) => `"${name}": ${toSnakeCase(name)}`).join(", ")}}`]),
    ...(query.length === 0 ? [] : [`query={${query.map(({ name }) => `"${name}": ${argumentOf(name)}`).join(", ")}}`]),
    ...(body === null ? [] : [body.required ? "body=body" : "body={} if body is None else body"]),
    ...(takesKey ? ["idempotency_key=idempotency_key"] : []),
    "timeout=timeout",
    "max_retries=max_retries",
  ];
  const isAsync = kind === "async";
  const returned = hasPages ? `${isAsync ? "AsyncPages" : "Pages"}[${response}]` : response;
  const call = hasPages
    ? `self._pages("${id}", ${parts.join(", ")})`
    : `${isAsync ? "await " : ""}self._call("${id}", ${parts.join(", ")})`;
  return `    ${isAsync && !hasPages ? "async " : ""}def ${toSnakeCase(id)}(
        ${parameters.join(",\n        ")},
    ) -> ${returned}:
        """${summary}."""
        return cast("${returned.replaceAll('"', "'")}", ${call})
`;
}

function argumentOf(name: string): string {
  const snake = toSnakeCase(name);
  return keywords.has(snake) ? `${snake}_` : snake;
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function capitalize(name: string): string {
  return name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll(/[^A-Za-z0-9]/g, "");
}

function docstring(text: string): string {
  return `"""${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", " ")}"""`;
}

function quote(type: string): string {
  return `'${type}'`;
}

function toPython(value: boolean): string {
  return value ? "True" : "False";
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
