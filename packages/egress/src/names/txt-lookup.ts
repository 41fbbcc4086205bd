import { Resolver } from "node:dns/promises";

const tryMs = 800;
const tries = 2;
const maxRecords = 50;

/** Looks up the TXT records of a name, each with its parts joined. Returns an empty list if there is none or DNS does not answer. */
export function createTxtLookup({
  servers,
}: {
  servers?: readonly string[];
} = {}): (name: string) => Promise<readonly string[]> {
  return async (name) => {
    const resolver = new Resolver({ timeout: tryMs, tries });
    if (servers !== undefined) resolver.setServers(servers);
    const records = await resolver.resolveTxt(name).catch(() => []);
    return records.slice(0, maxRecords).map((parts) => parts.join(""));
  };
}
