import { describeStartFailure, type Listener, openServicePort } from "@wayfare/listener";
import { pagesDirectory } from "@wayfare/portal";
import { parseSettings, type Settings } from "@wayfare/settings";
import type { Actions } from "../commands/program.ts";
import { CommandError } from "./command-error.ts";
import { findDemoFault, startDemo } from "./demo-start.ts";

interface ServiceDeps {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WriteStream;
}

/**
 * Actions of `wayfare start` and `wayfare migrate`. The start opens the port before it loads the service, which takes longer than everything
 * here.
 */
export function makeServiceActions({ stdout, stderr }: ServiceDeps): Pick<Actions, "start" | "migrate"> {
  return {
    async start(sources, { demoSuppliers }) {
      const given = parseSettings(sources);
      const fault = demoSuppliers ? findDemoFault(given) : null;
      if (fault !== null) throw new CommandError(fault);
      const keepRunning = exitOnSignals();
      const listener = await openPort(given, stderr);
      if (listener === undefined) return;
      try {
        const { loadService } = await import("@wayfare/service/parts");
        const { makeSandboxSupply, runService } = await loadService();
        const demo = demoSuppliers ? await startDemo(sources, given) : undefined;
        const running = runService(demo?.settings ?? given, {
          listener,
          makeSupply: makeSandboxSupply,
          pagesDirectory,
          stdout,
          ...(stderr.isTTY ? { onProgress: (step: string) => stderr.write(`${step} …\n`) } : {}),
          ...(demo && {
            supplyNote: demo.supply,
            onStarted: ({ port }: { port: number }) => demo.suppliers.deliverEvents(urlOnLoopback(given.host, port)),
          }),
        });
        // The service handles the signals from here on.
        keepRunning();
        await running;
      } catch (error) {
        // An open port would keep the process alive.
        await listener.close();
        throw error;
      }
    },
    async migrate(sources) {
      const { openStorage } = await import("@wayfare/service");
      // Opening the storage applies migrations, as at the start of the service.
      const storage = await openStorage(parseSettings(sources), Date.now());
      await storage.close();
      stdout.write("The database schema is up to date.\n");
    },
  };
}

/** Exits at a signal, as long as there is nothing to close. As the first process of a container, Node would ignore SIGTERM otherwise. */
function exitOnSignals(): () => void {
  const exit = (): void => process.exit(0);
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, exit);
  return () => {
    for (const signal of signals) process.off(signal, exit);
  };
}

/** Opens the port, or prints in one sentence why that failed. */
async function openPort(settings: Settings, stderr: NodeJS.WritableStream): Promise<Listener | undefined> {
  try {
    return await openServicePort(settings);
  } catch (error) {
    stderr.write(`${describeStartFailure(error)}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

function urlOnLoopback(host: string, port: number): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
