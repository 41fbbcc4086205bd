import { type Static, Type } from "typebox";
import { ApplicationSchema } from "./accounts.ts";
import { keyId } from "./keys.ts";
import { operations } from "./operations.ts";
import { userId } from "./portal.ts";
import { nullable, oneOf } from "./schema.ts";
import { createdRange, environmentName, idOf, instant } from "./wire-values.ts";

const requestId = idOf("req", "Id of the request, as in the header `Request-Id` of its answer.");
const route = Type.String({
  maxLength: 100,
  pattern: "^/v1/[0-9A-Za-z/_{}-]*$",
  description: "Template of the path.",
  examples: ["/v1/offers/{id}"],
});

export const LoggedRequestSchema = Type.Object(
  {
    id: requestId,
    createdAt: instant("Time at which the request arrived."),
    environment: environmentName,
    keyId: nullable({ ...keyId, description: "Key that called; null where a user of the portal did." }),
    userId: nullable({ ...userId, description: "User of the portal who called; null where a key did." }),
    applicationId: nullable(ApplicationSchema.properties.id),
    method: Type.String({ description: "HTTP method.", examples: ["POST"] }),
    route,
    status: nullable(
      Type.Integer({ description: "HTTP status; null where the caller went away before the answer.", examples: [200] }),
    ),
    durationMs: Type.Number({ description: "Milliseconds until the answer left.", examples: [41.7] }),
    address: Type.String({ description: "Where it came from.", examples: ["203.0.113.9"] }),
    operation: nullable(
      oneOf(operations, { description: "What it counted as; null where it counted nothing.", examples: ["search"] }),
    ),
  },
  { $id: "LoggedRequest", description: "A request of the last 30 days, without its body." },
);

/** Callers: programs with a key, or users of the portal. */
const callerTypes = ["key", "user"] as const;

export const requestQuery = {
  keyId: Type.Optional({ ...keyId, description: "Only requests of this key." }),
  callerType: Type.Optional(
    oneOf(callerTypes, {
      description: "Only requests of keys, or of users of the portal, whose pages ask the same API.",
      examples: ["key"],
    }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: "^[1-5]([0-9][0-9]|xx)$",
      description: "Only answers with this status, or with one of its class: `404`, `5xx`.",
      examples: ["200"],
    }),
  ),
  route: Type.Optional({ ...route, description: "Only requests to this template of a path." }),
  ...createdRange,
};

export const RequestParamsSchema = Type.Object({ id: requestId });

export type LoggedRequest = Static<typeof LoggedRequestSchema>;
