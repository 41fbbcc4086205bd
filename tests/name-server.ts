import { createSocket } from "node:dgram";
import { onTestFinished } from "vitest";

/** Addresses of a name; "silent" sends no response. Missing names do not exist. */
type Zone = Readonly<Record<string, readonly string[] | "silent">>;

interface NameServer {
  /** Server address as `address:port`. */
  address: string;
  /** All queries so far, such as `A a.example`. */
  queries: string[];
}

const types: Readonly<Record<number, string>> = { 1: "A", 28: "AAAA" };

/** Starts a DNS server on loopback. `*.zone` matches every name below it; `AAAA name` is one record type of a name. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = parseQuery(query);
    queries.push(`${type} ${name}`);
    const found = zone[`${type} ${name}`] ?? zone[name] ?? zone[name.replace(/^[^.]+/, "*")];
    if (found === "silent") return;
    const records = (found ?? []).filter((each) => (type === "AAAA") === each.includes(":")).map(toRecord);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(found === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, queries };
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

function toRecord(address: string): Buffer {
  const isIpv6 = address.includes(":");
  // Only full IPv6 addresses, without `::`.
  const data = isIpv6
    ? Buffer.from(
        address
          .split(":")
          .map((part) => part.padStart(4, "0"))
          .join(""),
        "hex",
      )
    : Buffer.from(address.split(".").map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(isIpv6 ? 28 : 1, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
