import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringWorlds, type ServiceProcess, spawnService, waitForAddress } from "../running-service.ts";

interface Node {
  service: ServiceProcess;
  directory: string;
  url: string;
}

interface StartOptions {
  environment?: Record<string, string>;
  /** The directory of another version of this project; this one by default. */
  checkout?: string;
}

/** Processes over one PostgreSQL, each with a data directory that it keeps from start to start. */
export class Deployment {
  readonly #connectionString: string;
  readonly #nodes = new Map<string, Node>();
  readonly #directories = new Map<string, string>();
  readonly #retired = new Set<string>();
  #key: string | undefined;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** The key of the first start. */
  get key(): string {
    if (this.#key === undefined) throw new Error("no process has started yet");
    return this.#key;
  }

  /** Addresses of the running processes that answer requests. */
  urls(): string[] {
    const serves = (name: string): boolean => !name.startsWith("worker") && !this.#retired.has(name);
    return [...this.#nodes].filter(([name]) => serves(name)).map(([, { url }]) => url);
  }

  /** Starts a process, or starts it again on its data directory; one whose name begins with "worker" runs jobs only. */
  async start(name: string, { environment = {}, checkout }: StartOptions = {}): Promise<void> {
    const directory = this.#directories.get(name) ?? (await this.#makeDirectory(name));
    const service = spawnService(directory, {
      ...(checkout === undefined ? {} : { checkout }),
      environment: {
        DATABASE_URL: this.#connectionString,
        SERVER_SECRET: `a:${Buffer.alloc(32, 1).toString("base64")}`,
        ROLE: name.startsWith("worker") ? "worker" : name.startsWith("api") ? "api" : "all",
        WEBHOOKS_ALLOW_LOOPBACK: "true",
        RATE_LIMIT_FACTOR: "1000",
        SEARCH_THREADS: "1",
        LOG_LEVEL: "error",
        ...environment,
      },
    });
    const url = await waitForAddress(service);
    this.#nodes.set(name, { service, directory, url });
    this.#key ??= (JSON.parse(await readFile(join(directory, "first-run.json"), "utf8")) as { key: string }).key;
  }

  /** Ends a process with SIGKILL. */
  async kill(name: string): Promise<void> {
    await this.#end(name, "SIGKILL");
  }

  /** Ends a process with SIGTERM and waits until it has exited. */
  async stop(name: string): Promise<void> {
    await this.#end(name, "SIGTERM");
  }

  /** Takes a process out of rotation, waits for the requests that it has, and stops it: what a balancer does in a rolling restart. */
  async retire(name: string, settle: () => Promise<void>): Promise<void> {
    this.#retired.add(name);
    await settle();
    await this.stop(name);
    this.#retired.delete(name);
  }

  /** Ends every process and removes the data directories. */
  async remove(): Promise<void> {
    await Promise.all([...this.#nodes.keys()].map((name) => this.kill(name)));
    for (const directory of this.#directories.values()) await rm(directory, { recursive: true, force: true });
  }

  async #end(name: string, signal: NodeJS.Signals): Promise<void> {
    const node = this.#nodes.get(name);
    this.#nodes.delete(name);
    node?.service.child.kill(signal);
    await node?.service.exited;
  }

  async #makeDirectory(name: string): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), `wayfare-${name}-`));
    await bringWorlds(directory);
    this.#directories.set(name, directory);
    return directory;
  }
}
