import { Wayfare } from "@wayfare/sdk";
import { type Environment, useEnvironment } from "./environment.ts";

const baseUrl = location.origin;

const clients: Record<Environment, Wayfare> = {
  test: new Wayfare({ baseUrl, environment: "test" }),
  live: new Wayfare({ baseUrl, environment: "live" }),
};

/** The client that asks for the data of the environment on show; the session's cookie stands in for a key. */
export function useClient(): Wayfare {
  return clients[useEnvironment()];
}
