import { json } from "node:stream/consumers";
import type { Settings } from "@wayfare/settings";
import { openExisting } from "../backup/source.ts";
import { fetchStream } from "./admin-client.ts";
import { endPause, type ResumeResult } from "./deployment.ts";
import { findRunningSocket } from "./running-socket.ts";

/** Resumes deliveries, live bookings and payments after a restore. A running service resumes immediately. */
export async function resumeOutbound(settings: Settings, nowMs: number): Promise<ResumeResult> {
  const socketPath = await findRunningSocket(settings);
  if (socketPath !== undefined) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the socket belongs to the service user
    return (await json(await fetchStream(socketPath, "/resume", "POST"))) as ResumeResult;
  }
  const opened = await openExisting(settings, nowMs);
  try {
    return await endPause(opened.database, Date.now());
  } finally {
    await opened.close();
  }
}
