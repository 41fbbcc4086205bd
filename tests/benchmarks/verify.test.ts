import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { runClosedLoop } from "../../benchmarks/http/load.ts";
import { bodyOf, oneWay } from "../../benchmarks/http/scenarios.ts";
import {
  countEqualAnswers,
  eventStreamHeaders,
  findFullBody,
  probeFeatures,
  verifyScenario,
} from "../../benchmarks/http/verify.ts";

const ids = Array.from({ length: 50 }, (_, n) => `f${n}`);
const pair = { origin: "FRA", destination: "JFK" };
const compress = { zstd: zstdCompressSync, br: brotliCompressSync, gzip: gzipSync };
const allFeatures = { encodings: ["zstd", "br", "gzip"] as const, compact: true, streaming: true };

/** Ids that each form of the answer has. */
interface Forms {
  plain: readonly string[];
  compressed: readonly string[];
  compact: readonly string[];
  streamed: readonly string[];
}

/** Starts a server that has every form of an answer; an undefined form is not offered. */
async function startSearch(forms: Partial<Forms> = {}) {
  const server = createServer((request, response) => {
    const respond = async () => {
      const { headers, content } = answer(request, await text(request), { plain: ids, ...forms });
      response.writeHead(200, headers).end(content);
    };
    respond().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an AddressInfo
  const { port } = server.address() as AddressInfo;
  return { name: "server", key: "key", processes: [{ url: `http://127.0.0.1:${port}` }] };
}

type Offered = Partial<Forms> & Pick<Forms, "plain">;

function answer({ headers }: IncomingMessage, body: string, forms: Offered) {
  const encoding = (["zstd", "br", "gzip"] as const).find((each) => each === headers["accept-encoding"]);
  const isCompact = forms.compact !== undefined && body.includes('"view":"compact"');
  const type = { "content-type": "application/json" };
  if (headers.accept === "text/event-stream" && forms.streamed !== undefined) {
    const parts = forms.streamed.map((id) => `event: flights\ndata: ${JSON.stringify({ flights: [{ id }] })}\n\n`);
    return { headers: { "content-type": "text/event-stream" }, content: `${parts.join("")}event: done\ndata: {}\n\n` };
  }
  const chosen = (isCompact ? forms.compact : encoding && forms.compressed) ?? forms.plain;
  const content = JSON.stringify({
    flights: chosen.map((id) => ({ id, cash: isCompact ? {} : [1], award: isCompact ? null : [] })),
  });
  if (encoding === undefined || forms.compressed === undefined) return { headers: type, content };
  return { headers: { ...type, "content-encoding": encoding }, content: compress[encoding](content) };
}

test("probes every feature of a version that has them, and none of one that lacks them", async () => {
  const full = await startSearch({ compressed: ids, compact: ids, streamed: ids });
  const body = await findFullBody(full, oneWay, [pair]);
  expect(await probeFeatures(full, body, oneWay)).toStrictEqual(allFeatures);
  expect(await probeFeatures(await startSearch(), body, oneWay)).toStrictEqual({
    encodings: [],
    compact: false,
    streaming: false,
  });
});

test("verifies every form, and records its size as sent", async () => {
  const server = await startSearch({ compressed: ids, compact: ids, streamed: ids });
  const verified = await verifyScenario(server, oneWay, { pairs: [pair], features: allFeatures });
  expect(verified.bodies).toStrictEqual([bodyOf(pair, oneWay)]);
  expect(Object.keys(verified.sizes)).toStrictEqual(["identity", "zstd", "br", "gzip", "compact", "compact zstd"]);
  expect(verified.sizes.zstd?.[0]).toBeLessThan(verified.sizes.identity?.[0] ?? 0);
  const [first, second] = [new Map([[oneWay, verified]]), new Map([[oneWay, { ...verified, flightIds: [["f9"]] }]])];
  expect(countEqualAnswers(first, first)).toStrictEqual({ equal: 1, compared: 1 });
  expect(countEqualAnswers(first, second)).toStrictEqual({ equal: 0, compared: 1 });
});

test.each([
  ["compressed", "other flights as zstd"],
  ["compact", "other flights as compact"],
  ["streamed", "the stream lacks 1 flights"],
])("rejects a version whose %s answer lacks a flight", async (form, message) => {
  const server = await startSearch({ compressed: ids, compact: ids, streamed: ids, [form]: ids.slice(1) });
  const verifying = verifyScenario(server, oneWay, { pairs: [pair], features: allFeatures });
  await expect(verifying).rejects.toThrow(message);
});

test("times the first flights of a stream, and counts bytes and answers of all processes", async () => {
  const servers = [await startSearch({ streamed: ids }), await startSearch({ streamed: ids })];
  const result = await runClosedLoop(
    {
      urls: servers.flatMap(({ processes }) => processes.map(({ url }) => url)),
      path: oneWay.path,
      headers: eventStreamHeaders,
      bodies: [bodyOf(pair, oneWay)],
      seconds: 0.05,
      marker: "event: flights",
    },
    2,
  );
  expect(result.failed).toBe(0);
  expect(result.answered).toBeGreaterThan(0);
  expect(result.markerMs).toHaveLength(result.answered);
  expect(result.bytes).toBeGreaterThan(result.answered * 50);
});
