import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";

type Serialize = (payload: unknown) => string;

/**
 * Compiles the serializer of a success response on first use. Error responses are serialized without one. Compiling serializers for every
 * status of every route up front took most of the startup time.
 */
export function registerSerializers(app: FastifyInstance): void {
  let compile: ReturnType<ReturnType<typeof SerializerSelector>> | undefined;
  app.setSerializerCompiler((route) => {
    if (Number(route.httpStatus) >= 400) return JSON.stringify;
    let serialize: Serialize | undefined;
    return (payload) => {
      compile ??= SerializerSelector()(withoutDefaults(app.getSchemas()), {});
      serialize ??= compile({
        ...route,
        schema: withoutDefaults(route.schema),
        httpStatus: route.httpStatus ?? "200",
      });
      return serialize(payload);
    };
  });
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
