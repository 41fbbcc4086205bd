import { liveQuery } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { getSessionCaller } from "../http/caller.ts";
import { type LiveDeps, LiveStreams } from "./streams.ts";

/**
 * Registers the live stream of the portal: activity as server-sent events (HTML, section 9.2) until the session ends or the service shuts
 * down.
 */
export async function registerLive(app: App, deps: LiveDeps): Promise<void> {
  const streams = new LiveStreams(deps);
  const stopListening = await streams.listen();
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });
  app.addHook("onClose", () => stopListening());
  app.get(
    "/portal/live",
    { config: { access: { roles: [] }, acting: true }, exposeHeadRoute: false, schema: { querystring: liveQuery } },
    async (request, reply) => {
      const out = await streams.open(getSessionCaller(request), request.query.environment ?? "test");
      // A buffering proxy would delay events for minutes.
      return reply
        .header("content-type", "text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        .send(out);
    },
  );
}
