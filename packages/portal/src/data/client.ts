import { Wayfare } from "@wayfare/sdk";
import { type Environment, useEnvironment } from "./environment.ts";

const baseUrl = location.origin;

const clients: Record<Environment, Wayfare> = {
  test: new Wayfare({ baseUrl, environment: "test" }),
  live: new Wayfare({ baseUrl, environment: "live" }),
};

/** Returns the API client of the current environment. It authenticates with the session cookie instead of a key. */
export function useClient(): Wayfare {
  return clients[useEnvironment()];
}
