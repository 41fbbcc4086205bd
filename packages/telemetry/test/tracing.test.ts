import { afterEach, beforeEach, expect, test } from "vitest";
import {
  beginTrace,
  currentTraceparent,
  inSpan,
  isTracing,
  parseTraceparent,
  startTrace,
  startTracing,
} from "../src/index.ts";
import { type SpanCollector, startSpanCollector } from "./span-collector.ts";

let collector: SpanCollector;
let stop: () => Promise<void> = async () => {};
const errors: unknown[] = [];

beforeEach(async () => {
  collector = await startSpanCollector();
  errors.length = 0;
});

afterEach(async () => {
  await stop();
  stop = async () => {};
  await collector.close();
});

function start(samplePercent = 100): void {
  const resource = { "service.name": "wayfare" };
  stop = startTracing({ url: collector.url, samplePercent, resource, onError: (error) => errors.push(error) });
}

function named(name: string) {
  const found = collector.spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name}`);
  return found;
}

const parent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

test("runs the work and nothing else while tracing is off", async () => {
  expect(isTracing()).toBe(false);
  const unused = () => {
    throw new Error("spec was called");
  };
  expect(await inSpan(unused, async () => 1)).toBe(1);
  expect(await startTrace(parent, unused, async () => currentTraceparent())).toBeUndefined();
  let ran = false;
  expect(beginTrace(parent, unused, () => (ran = true))).toBeUndefined();
  expect(ran).toBe(true);
});

test("nests spans across awaits, with times, attributes and the class of an error", async () => {
  start();
  const failure = new TypeError("secret");
  const work = startTrace(
    undefined,
    () => ({ name: "outer", attributes: { n: 1, f: 0.5, b: true, s: "x" } }),
    async () => {
      await inSpan(
        () => ({ name: "first" }),
        async () => {},
      );
      await inSpan(
        () => ({ name: "second", kind: "client" }),
        async () => Promise.reject(failure),
      );
    },
  );
  await expect(work).rejects.toBe(failure);
  await stop();
  const [outer, first, second] = [named("outer"), named("first"), named("second")];
  expect(outer.parentSpanId).toBeUndefined();
  expect([first.parentSpanId, second.parentSpanId]).toEqual([outer.spanId, outer.spanId]);
  expect(new Set([outer, first, second].map(({ traceId }) => traceId)).size).toBe(1);
  expect(BigInt(outer.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(first.endTimeUnixNano));
  expect(BigInt(first.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(outer.startTimeUnixNano));
  expect(outer.attributes).toEqual([
    { key: "n", value: { intValue: "1" } },
    { key: "f", value: { doubleValue: 0.5 } },
    { key: "b", value: { boolValue: true } },
    { key: "s", value: { stringValue: "x" } },
  ]);
  expect(second).toMatchObject({ kind: 3, status: { code: 2, message: "TypeError" } });
  expect(JSON.stringify(collector.spans)).not.toContain("secret");
});

test("continues the trace of a traceparent, and starts another one for an invalid traceparent", async () => {
  start();
  await startTrace(
    parent,
    () => ({ name: "continued" }),
    async () => {
      expect(parseTraceparent(currentTraceparent())?.traceId).toBe("a".repeat(32));
    },
  );
  await startTrace(
    "00-zz",
    () => ({ name: "new" }),
    async () => {},
  );
  await stop();
  expect(named("continued")).toMatchObject({ traceId: "a".repeat(32), parentSpanId: "b".repeat(16) });
  expect(named("new").traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(named("new").parentSpanId).toBeUndefined();
});

test.each([
  `00-${"0".repeat(32)}-${"b".repeat(16)}-01`,
  `00-${"a".repeat(32)}-${"0".repeat(16)}-01`,
  `01-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  `00-${"A".repeat(32)}-${"b".repeat(16)}-01`,
  "",
  undefined,
  [parent],
])("rejects the traceparent %j", (text) => {
  expect(parseTraceparent(text)).toBeUndefined();
});

test("selects traces by their id, in about the given percentage, and records no span of the others", async () => {
  start(25);
  const traceOf = (position: number) =>
    `00-${"1".repeat(24)}${position.toString(16).padStart(8, "0")}-${"b".repeat(16)}-00`;
  const positions = Array.from({ length: 400 }, (_, index) => Math.floor((index / 400) * 2 ** 32));
  for (const position of positions) {
    await startTrace(
      traceOf(position),
      () => ({ name: String(position) }),
      async () => {
        await inSpan(
          () => ({ name: "inner" }),
          async () => {},
        );
      },
    );
  }
  await stop();
  const recorded = collector.spans.filter(({ name }) => name !== "inner").map(({ name }) => Number(name));
  expect(recorded).toEqual(positions.filter((position) => position < 2 ** 30));
  expect(collector.spans).toHaveLength(recorded.length * 2);
});

test("a trace without a function has spans of later callbacks, and ends once", async () => {
  start();
  const { promise, resolve } = Promise.withResolvers<void>();
  const span = beginTrace(
    parent,
    () => ({ name: "request", kind: "server" }),
    () =>
      setImmediate(() =>
        resolve(
          inSpan(
            () => ({ name: "inside" }),
            async () => {},
          ),
        ),
      ),
  );
  await promise;
  expect(currentTraceparent()).toBeUndefined();
  span?.run(() => expect(parseTraceparent(currentTraceparent())?.traceId).toBe("a".repeat(32)));
  span?.set({ status: 200 });
  span?.end();
  await stop();
  expect(named("inside").parentSpanId).toBe(named("request").spanId);
  expect(named("request")).toMatchObject({ kind: 2, attributes: [{ key: "status", value: { intValue: "200" } }] });
});

test("drops spans that the collector refuses, reports it, and keeps working", async () => {
  start();
  collector.status = 503;
  await startTrace(
    undefined,
    () => ({ name: "refused" }),
    async () => {},
  );
  await stop();
  expect(errors).toEqual([new Error("the trace collector returned status 503")]);
  collector.status = 200;
  start();
  await startTrace(
    undefined,
    () => ({ name: "accepted" }),
    async () => {},
  );
  await stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(["accepted"]);
});

test("keeps at most 4,096 waiting spans while the collector does not respond", async () => {
  start();
  for (let count = 0; count < 6000; count++) {
    beginTrace(
      undefined,
      () => ({ name: String(count) }),
      () => {},
    )?.end();
  }
  await stop();
  // The first batch of 512 was being sent when the others arrived.
  expect(collector.spans).toHaveLength(4096 + 512);
});
