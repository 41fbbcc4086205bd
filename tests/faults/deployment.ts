import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServiceProcess, spawnService, waitForAddress } from "../running-service.ts";

interface Node {
  service: ServiceProcess;
  directory: string;
  url: string;
}

interface StartOptions {
  environment?: Record<string, string>;
  /** Directory of another version of this project; this one by default. */
  checkout?: string;
}

/** Processes on one PostgreSQL. Each keeps its data directory across restarts. */
export class Deployment {
  readonly #connectionString: string;
  readonly #nodes = new Map<string, Node>();
  readonly #directories = new Map<string, string>();
  readonly #retired = new Set<string>();
  #key: string | undefined;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  /** API key of the first start. */
  get key(): string {
    if (this.#key === undefined) throw new Error("no process has started yet");
    return this.#key;
  }

  /** URLs of the running processes that serve requests. */
  urls(): string[] {
    const serves = (name: string): boolean => !name.startsWith("worker") && !this.#retired.has(name);
    return [...this.#nodes].filter(([name]) => serves(name)).map(([, { url }]) => url);
  }

  /** Starts a process, or restarts it on its data directory. One whose name begins with "worker" runs only jobs. */
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

  /** Kills a process with SIGKILL. */
  async kill(name: string): Promise<void> {
    await this.#end(name, "SIGKILL");
  }

  /** Stops a process with SIGTERM and waits until it has exited. */
  async stop(name: string): Promise<void> {
    await this.#end(name, "SIGTERM");
  }

  /** Removes a process from rotation, waits for its pending requests, and stops it, as a balancer does in a rolling restart. */
  async retire(name: string, settle: () => Promise<void>): Promise<void> {
    this.#retired.add(name);
    await settle();
    await this.stop(name);
    this.#retired.delete(name);
  }

  /** Stops all processes and removes their data directories. */
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
    this.#directories.set(name, directory);
    return directory;
  }
}
