import { SerializerSelector } from "@fastify/fast-json-stringify-compiler";
import type { FastifyInstance } from "fastify";

type Serialize = (answer: unknown) => string;

/**
 * Compiles a serialiser for what routes answer where all went well, when it is first needed, and none for problems, which serialise
 * themselves: compiled ahead for every status of every route, they took most of a start.
 */
export function registerSerializers(app: FastifyInstance): void {
  let compile: ReturnType<ReturnType<typeof SerializerSelector>> | undefined;
  app.setSerializerCompiler((route) => {
    if (Number(route.httpStatus) >= 400) return JSON.stringify;
    let serialize: Serialize | undefined;
    return (answer) => {
      compile ??= SerializerSelector()(app.getSchemas(), {});
      serialize ??= compile({ ...route, httpStatus: route.httpStatus ?? "200" });
      return serialize(answer);
    };
  });
}
