import { resolve } from "node:path";
import type { Settings } from "@wayfare/settings";
import { isListening } from "./admin-client.ts";
import { findAdminSocketPath } from "./admin-socket.ts";

/**
 * Returns the admin socket of the running service that has the embedded database; undefined if none is running or the database is
 * PostgreSQL.
 */
export async function findRunningSocket(settings: Settings): Promise<string | undefined> {
  const path = settings.databaseUrl === null ? findAdminSocketPath(resolve(settings.dataDir)) : undefined;
  return path !== undefined && (await isListening(path)) ? path : undefined;
}
