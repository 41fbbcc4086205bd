import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Addresses of a name, or the strings of each of its TXT records. "silent" sends no response, "servfail" an error of the server, and
 * "truncated" a response over UDP that has no records and says so. Missing names do not exist.
 */
type Zone = Readonly<
  Record<string, readonly string[] | readonly (readonly string[])[] | "silent" | "servfail" | "truncated">
>;

interface NameServerOptions {
  /** Records that the server returns over TCP; by default, it refuses connections. */
  overTcp?: Zone;
}

interface NameServer {
  /** Server address as `address:port`. */
  address: string;
  /** All queries so far, such as `A a.example`. */
  queries: string[];
}

const types: Readonly<Record<number, string>> = { 1: "A", 16: "TXT", 28: "AAAA" };
const codes = { found: 0x8180, missing: 0x8183, servfail: 0x8182, truncated: 0x8380 } as const;

/** Starts a DNS server on loopback. `*.zone` matches every name below it; `AAAA name` is one record type of a name. */
export async function startNameServer(zone: Zone, { overTcp }: NameServerOptions = {}): Promise<NameServer> {
  const socket = overTcp === undefined ? await bind(0) : await startOverTcp(overTcp);
  const queries: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, type } = parseQuery(query);
    queries.push(`${type} ${name}`);
    const response = respond(zone, query);
    if (response !== undefined) socket.send(response, port, address);
  });
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries };
}

/** Binds a UDP socket on loopback. @param port 0 for any */
async function bind(port: number): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.bind(port, "127.0.0.1");
  await once(socket, "listening");
  return socket;
}

/** Ports that are tried: one that is free for TCP may be taken for UDP. */
const maxPorts = 20;

/** Starts the server over TCP, for queries whose response over UDP was truncated. @returns the UDP socket of the same port */
async function startOverTcp(zone: Zone): Promise<Socket> {
  for (let tries = 1; ; tries++) {
    const { port, close } = await startTcp(zone);
    try {
      return await bind(port);
    } catch (error) {
      close();
      if (tries === maxPorts) throw error;
    }
  }
}

async function startTcp(zone: Zone): Promise<{ port: number; close: () => void }> {
  const server = createServer((connection) => {
    // Queries are far smaller than a segment, so each one arrives as a whole.
    connection.on("data", (data) => {
      const response = respond(zone, data.subarray(2));
      if (response === undefined) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(response.length);
      connection.write(Buffer.concat([length, response]));
    });
    connection.on("error", () => connection.destroy());
    onTestFinished(() => void connection.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => void server.close();
  onTestFinished(close);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return { port: address.port, close };
}

function respond(zone: Zone, query: Buffer): Buffer | undefined {
  const { name, type, end } = parseQuery(query);
  const found = zone[`${type} ${name}`] ?? zone[name] ?? zone[name.replace(/^[^.]+/, "*")];
  if (found === "silent") return undefined;
  const records = typeof found === "string" ? [] : (found ?? []).flatMap((each) => toRecord(type, each) ?? []);
  const code = typeof found === "string" ? codes[found] : codes[found === undefined ? "missing" : "found"];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

function parseQuery(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: types[query.readUInt16BE(at + 1)] ?? "other", end: at + 5 };
}

/** Returns a record of the queried type; undefined for a record of another type. */
function toRecord(type: string, value: string | readonly string[]): Buffer | undefined {
  if (typeof value !== "string") return type === "TXT" ? encode(16, toStrings(value)) : undefined;
  if (type !== (value.includes(":") ? "AAAA" : "A")) return undefined;
  return type === "A" ? encode(1, Buffer.from(value.split(".").map(Number))) : encode(28, toIpv6(value));
}

/** Only full IPv6 addresses, without `::`. */
function toIpv6(address: string): Buffer {
  const digits = address.split(":").map((part) => part.padStart(4, "0"));
  return Buffer.from(digits.join(""), "hex");
}

function toStrings(parts: readonly string[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => [Buffer.of(part.length), Buffer.from(part, "latin1")]));
}

function encode(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
