import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openServicePort } from "@wayfare/listener";
import { parseSettings } from "@wayfare/settings";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { copyPreparedDatabase } from "../../../../tests/prepared-database.ts";
import { type ServiceDeps, startService } from "../../src/app/main.ts";
import { makeFlight, makeSupply, supplierOf } from "../sample-supply.ts";

/** Creates a data directory with a migrated, empty database. */
async function temporaryDirectory(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "wayfare-"));
  await copyPreparedDatabase(directory);
  return directory;
}

const reachPort = (port: number) => once(connect(port, "127.0.0.1"), "connect");

/** A start that is held while it loads the flights. */
async function startHeld({ directory, ...deps }: Partial<ServiceDeps> & { directory?: string } = {}) {
  const dataDirectory = directory ?? (await temporaryDirectory());
  const settings = parseSettings({ environment: { PORT: "0", SHUTDOWN_GRACE_MS: "0", DATA_DIR: dataDirectory } });
  const listener = await openServicePort(settings);
  const origin = `http://127.0.0.1:${listener.port}`;
  const [reached, continued] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isWarm = false;
  let closed = 0;
  const started = startService(settings, {
    listener,
    async makeSupply() {
      reached.resolve();
      await continued.promise;
      const supply = makeSupply([supplierOf("sandbox", [makeFlight()])]);
      return { ...supply, isReady: () => isWarm, close: async () => void closed++ };
    },
    log: pino({ enabled: false }),
    ...deps,
  });
  onTestFinished(async () => {
    continued.resolve();
    await started.then(
      (service) => service.close(),
      () => {},
    );
  });
  await Promise.race([reached.promise, started.catch(() => {})]);
  return {
    dataDirectory,
    listener,
    origin,
    started,
    continued,
    warm: () => (isWarm = true),
    closedSupplies: () => closed,
    ready: async () => (await fetch(`${origin}/readyz`)).json(),
  };
}

test("/readyz lists the parts that are loading in each phase, and requests are served as soon as the API is built", async () => {
  const { origin, started, continued, warm, ready } = await startHeld();
  const places = () => fetch(`${origin}/v1/places?q=lon`);
  expect(await ready()).toEqual({ ready: false, loading: ["flights", "search_threads"] });
  expect(await fetch(`${origin}/healthz`)).toMatchObject({ status: 200 });
  expect(await places()).toMatchObject({ status: 503 });
  continued.resolve();
  await started;
  expect(await ready()).toEqual({ ready: false, loading: ["search_threads"] });
  expect(await places()).toMatchObject({ status: 401 });
  warm();
  expect(await ready()).toEqual({ ready: true });
});

test("connections that were opened during the start are served after it, without an error in between", async () => {
  const { listener, started, continued } = await startHeld();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  let connections = 0;
  listener.server.on("connection", () => connections++);
  const statuses: (number | undefined)[] = [];
  const stream = (async () => {
    while (statuses.at(-1) !== 401) {
      const sent = request({ agent, host: "127.0.0.1", port: listener.port, path: "/v1/places?q=lon" }).end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.resume();
      await once(response, "end");
      statuses.push(response.statusCode);
    }
  })();
  await expect.poll(() => statuses.length).toBeGreaterThan(3);
  continued.resolve();
  await Promise.all([started, stream]);
  expect(new Set(statuses)).toEqual(new Set([503, 401]));
  expect(connections).toBe(1);
});

test("a start that fails closes the port and the data directory", async () => {
  const makeFailingSupply = async () => {
    throw new Error("no flights");
  };
  const { listener, started, dataDirectory } = await startHeld({ makeSupply: makeFailingSupply });
  await expect(started).rejects.toThrow("no flights");
  await expect(reachPort(listener.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const again = await startHeld({ directory: dataDirectory });
  again.continued.resolve();
  await again.started;
});

test("an aborted start ends after its current step and closes what it has opened", async () => {
  const abortion = new AbortController();
  const { listener, started, continued, closedSupplies, dataDirectory } = await startHeld({ signal: abortion.signal });
  abortion.abort();
  continued.resolve();
  await expect(started).rejects.toMatchObject({ name: "AbortError" });
  expect(closedSupplies()).toBe(1);
  await expect(reachPort(listener.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  const again = await startHeld({ directory: dataDirectory });
  again.continued.resolve();
  await again.started;
});

test("a start that is aborted before its first step opens only the port", async () => {
  const steps: string[] = [];
  const deps = { signal: AbortSignal.abort(), onProgress: (step: string) => steps.push(step) };
  const { listener, started } = await startHeld(deps);
  await expect(started).rejects.toMatchObject({ name: "AbortError" });
  expect(steps).toEqual([]);
  await expect(reachPort(listener.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
