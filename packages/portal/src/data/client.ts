import { Wayfare } from "@wayfare/sdk";
import { type Environment, useEnvironment } from "./environment.ts";
import { addShownAccount } from "./shown-account.ts";

const baseUrl = location.origin;

const fetchForAccount: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  addShownAccount(headers);
  return fetch(input, { ...init, headers });
};

const clients: Record<Environment, Wayfare> = {
  test: new Wayfare({ baseUrl, environment: "test", fetch: fetchForAccount }),
  live: new Wayfare({ baseUrl, environment: "live", fetch: fetchForAccount }),
};

/** Returns the API client of the current environment. It authenticates with the session cookie instead of a key. */
export function useClient(): Wayfare {
  return clients[useEnvironment()];
}
