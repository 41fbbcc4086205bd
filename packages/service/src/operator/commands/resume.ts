import { json } from "node:stream/consumers";
import type { Settings } from "../../settings/schema.ts";
import { openExisting } from "../backup/source.ts";
import { fetchStream } from "./admin-client.ts";
import { endPause, type Resumption } from "./deployment.ts";
import { findRunningSocket } from "./running-socket.ts";

/** Lets deliveries, live bookings and payments out again after a restore; a running service begins at once. */
export async function resumeOutbound(settings: Settings, nowMs: number): Promise<Resumption> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the socket is the service user's own
    return (await json(await fetchStream(socketPath, "/resume", "POST"))) as Resumption;
  }
  const opened = await openExisting(settings, nowMs);
  try {
    return await endPause(opened.database, Date.now());
  } finally {
    await opened.close();
  }
}
