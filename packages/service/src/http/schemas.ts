import { getSchemaName, namedSchemas } from "@wayfare/contract";

/** The schemas of the contract by name. */
export const schemasByName: Record<string, unknown> = Object.fromEntries(
  namedSchemas.map((schema) => [getSchemaName(schema), schema]),
);

/** Gives Fastify the schemas of the contract. Its own bucket copies all of them twice for each route, a third of a start. */
export const schemaBucket = {
  add(): never {
    throw new Error("add the schema to namedSchemas of the contract");
  },
  getSchema: (name: string) => schemasByName[name],
  getSchemas: () => schemasByName,
};
