import { type Static, Type } from "typebox";
import { ApplicationSchema } from "./accounts.ts";
import { keyId } from "./keys.ts";
import { operations } from "./operations.ts";
import { userId } from "./portal.ts";
import { nullable, oneOf } from "./schema.ts";
import { createdRange, environmentName, idOf, instant } from "./wire-values.ts";

const requestId = idOf("req", "Id of the request, as in the `Request-Id` response header.");
const route = Type.String({
  maxLength: 100,
  pattern: "^/v1/[0-9A-Za-z/_{}-]*$",
  description: "Path template.",
  examples: ["/v1/offers/{id}"],
});

export const LoggedRequestSchema = Type.Object(
  {
    id: requestId,
    createdAt: instant("Time at which the request arrived."),
    environment: environmentName,
    keyId: nullable({ ...keyId, description: "Key of the request; null for a portal user." }),
    userId: nullable({ ...userId, description: "Portal user of the request; null for a key." }),
    applicationId: nullable(ApplicationSchema.properties.id),
    method: Type.String({ description: "HTTP method.", examples: ["POST"] }),
    route,
    status: nullable(
      Type.Integer({
        description: "HTTP status; null if the client disconnected before the response.",
        examples: [200],
      }),
    ),
    durationMs: Type.Number({ description: "Milliseconds until the response was sent.", examples: [41.7] }),
    address: Type.String({ description: "IP address of the client.", examples: ["203.0.113.9"] }),
    operation: nullable(
      oneOf(operations, {
        description: "Operation that the request counts as; null if it does not count toward usage.",
        examples: ["search"],
      }),
    ),
  },
  { $id: "LoggedRequest", description: "Request of the last 30 days, without its body." },
);

/** Kinds of caller: API keys and portal users. */
export const callerTypes = ["key", "user"] as const;

export const requestQuery = {
  keyId: Type.Optional({ ...keyId, description: "Only requests with this key." }),
  callerType: Type.Optional(
    oneOf(callerTypes, {
      description: "Only requests with API keys, or only requests of portal users.",
      examples: ["key"],
    }),
  ),
  status: Type.Optional(
    Type.String({
      pattern: "^[1-5]([0-9][0-9]|xx)$",
      description: "Only requests with this response status or class of status, such as `404` or `5xx`.",
      examples: ["200"],
    }),
  ),
  route: Type.Optional({ ...route, description: "Only requests to this path template." }),
  ...createdRange,
};

export const RequestParamsSchema = Type.Object({ id: requestId });

export type LoggedRequest = Static<typeof LoggedRequestSchema>;
