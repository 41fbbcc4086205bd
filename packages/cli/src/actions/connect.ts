import { Wayfare } from "@wayfare/sdk";
import type { ServiceAddress } from "../commands/listen-command.ts";
import { CommandError } from "./command-error.ts";

/** Creates the client of a running service. @throws CommandError without a key or with an invalid address */
export function connect({ url, key }: ServiceAddress): Wayfare {
  const apiKey = assertKey(key);
  try {
    return new Wayfare({ baseUrl: url, apiKey });
  } catch (error) {
    // The messages name the options of the client and contain no key.
    throw error instanceof TypeError ? new CommandError(error.message) : error;
  }
}

/** @throws CommandError without a key */
export function assertKey(key: string | undefined): string {
  if (key === undefined || key === "") throw new CommandError("set WAYFARE_KEY to an API key of the service");
  return key;
}
