import { pagesDirectory } from "@wayfare/portal";
import { makeSandboxSupply, openStorage, runService } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { Actions } from "../commands/program.ts";
import { startDemo } from "./demo-start.ts";

interface ServiceDeps {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WriteStream;
}

/** Actions of `wayfare start` and `wayfare migrate`. */
export function makeServiceActions({ stdout, stderr }: ServiceDeps): Pick<Actions, "start" | "migrate"> {
  return {
    async start(sources, { demoSuppliers }) {
      const demo = demoSuppliers ? await startDemo(sources) : undefined;
      const settings = demo?.settings ?? parseSettings(sources);
      await runService(settings, {
        makeSupply: makeSandboxSupply,
        pagesDirectory,
        stdout,
        ...(stderr.isTTY ? { onProgress: (step: string) => stderr.write(`${step} …\n`) } : {}),
        ...(demo && {
          supplyNote: demo.supply,
          onStarted: ({ port }: { port: number }) => demo.suppliers.deliverEvents(urlOnLoopback(settings.host, port)),
        }),
      });
    },
    async migrate(sources) {
      // Opening the storage applies migrations, as at the start of the service.
      const storage = await openStorage(parseSettings(sources), Date.now());
      await storage.close();
      stdout.write("The database schema is up to date.\n");
    },
  };
}

function urlOnLoopback(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
