import type { ProcessHeaps } from "./report-heaps.ts";

/** A mapping of a process, from `/proc/PID/smaps`. Addresses and sizes in bytes. */
interface Mapping {
  from: number;
  to: number;
  permissions: string;
  name: string;
  resident: number;
}

/** Resident bytes of a process by kind of mapping. */
export interface MemoryParts {
  /** Node, shared libraries and mapped files. */
  files: number;
  /** Areas of the C library's allocator: native objects, and buffers below the size at which it maps them separately. */
  malloc: number;
  mallocAreas: number;
  /** Memories of WebAssembly, which V8 reserves with gigabytes of unreadable addresses behind them. */
  webAssembly: number;
  /** Anonymous memory that can be executed: code of V8. */
  code: number;
  /** Everything else: the heaps of V8, buffers that are mapped separately, and stacks. */
  rest: number;
}

const areaBytes = 2 ** 26;
const reservedByWebAssembly = 2 ** 30;

/** Adds up the mappings of a process by kind. @param smaps text of `/proc/PID/smaps` */
export function readMemoryParts(smaps: string): MemoryParts {
  const parts: MemoryParts = { files: 0, malloc: 0, mallocAreas: 0, webAssembly: 0, code: 0, rest: 0 };
  const mappings = parseMappings(smaps);
  for (const [n, mapping] of mappings.entries()) {
    const kind = kindOf(mapping, mappings[n + 1]);
    parts[kind] += mapping.resident;
    if (kind === "malloc") parts.mallocAreas++;
  }
  return parts;
}

function kindOf(mapping: Mapping, next: Mapping | undefined): Exclude<keyof MemoryParts, "mallocAreas"> {
  const { from, to, permissions, name } = mapping;
  const reservedBehind = next?.from === to && next.permissions.startsWith("---") ? next.to - next.from : 0;
  if (name.startsWith("/")) return "files";
  if (name === "[heap]") return "malloc";
  const isWritable = permissions === "rw-p";
  const canBeArea = from % areaBytes === 0 && to - from <= areaBytes;
  if (isWritable && reservedBehind >= reservedByWebAssembly && !canBeArea) return "webAssembly";
  // An area begins at a multiple of its size, and its unused part cannot be read.
  if (isWritable && canBeArea && (to - from === areaBytes || (to + reservedBehind) % areaBytes === 0)) return "malloc";
  return permissions.includes("x") ? "code" : "rest";
}

function parseMappings(smaps: string): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of smaps.split("\n")) {
    const [, from, to, permissions = "", name = ""] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S{4}) \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      mappings.push({ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), permissions, name, resident: 0 });
      continue;
    }
    const kilobytes = /^Rss: +(\d+) kB$/.exec(line)?.[1];
    const last = mappings.at(-1);
    if (kilobytes !== undefined && last !== undefined) last.resident = Number(kilobytes) * 1024;
  }
  return mappings;
}

/** Renders the memory of a process by kind and thread, in MB (10^6 bytes). */
export function formatMemoryParts(parts: MemoryParts, { threads, spaces }: ProcessHeaps): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const heaps = sum(threads.map(({ committed }) => committed));
  const resident = parts.files + parts.malloc + parts.webAssembly + parts.code + parts.rest;
  return [
    `resident ${mb(resident)} MB: heaps of V8 ${mb(heaps)}, WebAssembly ${mb(parts.webAssembly)}, ` +
      `malloc ${mb(parts.malloc)} in ${parts.mallocAreas} areas, files ${mb(parts.files)}, ` +
      `code outside of heaps and other mappings ${mb(parts.code + parts.rest - heaps)}`,
    ...threads.map(
      ({ name, committed, used, external, malloced }) =>
        `  ${name}: heap ${mb(committed)} MB, used ${mb(used)}, external ${mb(external)}, malloced ${mb(malloced)}`,
    ),
    `  spaces of main: ${Object.entries(spaces)
      .filter(([, bytes]) => bytes >= 1e6)
      .map(([name, bytes]) => `${name} ${mb(bytes)}`)
      .join(", ")}`,
  ].join("\n");
}
