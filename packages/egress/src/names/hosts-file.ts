import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";

/** Addresses by name, in file order. */
type Hosts = ReadonlyMap<string, readonly string[]>;

const systemPath = "/etc/hosts";

/** Hosts file, reloaded when it changes. A missing or unreadable file has no names. */
export class HostsFile {
  readonly #path: string;
  #version = "";
  #hosts: Hosts = new Map();

  constructor(path: string = systemPath) {
    this.#path = path;
  }

  /** Returns the addresses of a lowercase name; empty if the file does not contain it. */
  find(name: string): readonly string[] {
    const version = versionOf(this.#path);
    if (version !== this.#version) {
      this.#hosts = readHosts(this.#path);
      this.#version = version;
    }
    return this.#hosts.get(name) ?? [];
  }
}

/** Synchronous on purpose: asynchronous file calls share a thread pool with slower work. Takes a few microseconds. */
function versionOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

function readHosts(path: string): Hosts {
  try {
    return parseHosts(readFileSync(path, "utf8"));
  } catch {
    return new Map();
  }
}

/** Parses lines with an address and its names. `#` starts a comment. Lines without a valid address are skipped. */
function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of new Set(names.map((each) => each.toLowerCase()))) {
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
    }
  }
  return hosts;
}
