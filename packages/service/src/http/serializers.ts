import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";
import { schemasByName } from "./schemas.ts";

type Serialize = (payload: unknown) => string;
type Compile = ReturnType<ReturnType<typeof SerializerSelector>>;

/** Serializers by the JSON text of their schema. Many routes have the same response. */
const serializers = new Map<string, Serialize>();
let compile: Compile | undefined;

/**
 * Compiles the serializer of a success response on first use. Error responses are serialized without one. Compiling serializers for every
 * status of every route up front took most of the startup time.
 */
export function registerSerializers(app: FastifyInstance): void {
  app.setSerializerCompiler((route) => {
    if (Number(route.httpStatus) >= 400) return JSON.stringify;
    let serialize: Serialize | undefined;
    return (payload) => {
      serialize ??= findSerializer({ ...route, httpStatus: route.httpStatus ?? "200" });
      return serialize(payload);
    };
  });
}

function findSerializer(route: Parameters<Compile>[0]): Serialize {
  const text = JSON.stringify(route.schema);
  const known = serializers.get(text);
  if (known !== undefined) return known;
  compile ??= SerializerSelector()(withoutDefaults(schemasByName), {});
  const made = compile({ ...route, schema: withoutDefaults(route.schema) });
  serializers.set(text, made);
  return made;
}

/** Copies schemas without defaults: they are values of requests, but the serializer would add them to responses. */
function withoutDefaults<Value>(value: Value): Value {
  const copy: Value = JSON.parse(JSON.stringify(value));
  removeDefaults(copy);
  return copy;
}

function removeDefaults(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  Reflect.deleteProperty(schema, "default");
  for (const [name, part] of Object.entries(schema)) {
    // The names in `properties` are those of members, which can be `default`, too.
    if (name === "properties") for (const member of Object.values(part)) removeDefaults(member);
    else removeDefaults(part);
  }
}
