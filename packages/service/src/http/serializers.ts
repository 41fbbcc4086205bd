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
      compile ??= SerializerSelector()(app.getSchemas(), {});
      serialize ??= compile({ ...route, httpStatus: route.httpStatus ?? "200" });
      return serialize(payload);
    };
  });
}
