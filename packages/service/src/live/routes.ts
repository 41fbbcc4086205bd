import { liveQuery } from "@wayfare/contract";
import type { App } from "../http/app-type.ts";
import { getSessionCaller } from "../http/caller.ts";
import { type LiveParts, LiveStreams } from "./streams.ts";

/** What happens, as server-sent events (HTML, section 9.2), until the session ends or the service goes down. */
export async function registerLive(app: App, parts: LiveParts): Promise<void> {
  const streams = new LiveStreams(parts);
  const stopListening = await streams.listen();
  app.addHook("preClose", (done) => {
    streams.close();
    done();
  });
  app.addHook("onClose", () => stopListening());
  app.get(
    "/portal/live",
    { config: { access: { roles: [] } }, exposeHeadRoute: false, schema: { querystring: liveQuery } },
    async (request, reply) => {
      const out = await streams.open(getSessionCaller(request), request.query.environment ?? "test");
      // A proxy that gathered it would show nothing for minutes.
      return reply
        .header("content-type", "text/event-stream; charset=utf-8")
        .header("x-accel-buffering", "no")
        .send(out);
    },
  );
}
