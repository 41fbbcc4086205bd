/**
 * Child process of service-processes.ts: the whole service with the settings of its environment and a supply without a world. Its clock
 * starts at argv[2], when the machine's clock was argv[3].
 */
import { runService } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import { makeFlight, makeSupply, supplierOf } from "../../packages/service/test/sample-supply.ts";

const [startMs = 0, atMs = 0] = process.argv.slice(2).map(Number);

const clock = { nowMs: () => startMs + Date.now() - atMs };

await runService(parseSettings({ environment: process.env }), {
  makeSupply: async () => makeSupply([supplierOf("sandbox", [makeFlight()])]),
  clock,
  leaseTime: { monotonic: { nowMs: () => performance.now() }, database: clock },
  stdout: {
    write(text) {
      const port = /http:\/\/localhost:(\d+)/.exec(text)?.[1];
      process.send?.({ url: `http://127.0.0.1:${port}` });
    },
  },
});
