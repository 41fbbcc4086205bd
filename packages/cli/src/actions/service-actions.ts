import { pagesDirectory } from "@wayfare/portal";
import { makeSandboxSupply, openStorage, runService } from "@wayfare/service";
import { parseSettings } from "@wayfare/settings";
import type { Actions } from "../commands/program.ts";

interface ServiceDeps {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WriteStream;
}

/** Actions of `wayfare start` and `wayfare migrate`. */
export function makeServiceActions({ stdout, stderr }: ServiceDeps): Pick<Actions, "start" | "migrate"> {
  return {
    async start(sources) {
      await runService(parseSettings(sources), {
        makeSupply: makeSandboxSupply,
        pagesDirectory,
        stdout,
        ...(stderr.isTTY ? { onProgress: (step: string) => stderr.write(`${step} …\n`) } : {}),
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
