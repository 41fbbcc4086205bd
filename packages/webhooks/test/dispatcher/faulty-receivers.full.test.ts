import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { scaled } from "../../../../tests/scale.ts";
import { answer, drip, type RawServer, startRawServer } from "../../../egress/test/client/raw-server.ts";
import { makeClient } from "../../../egress/test/client/test-client.ts";
import { DeliveryDesk, minuteMs } from "./delivery-desk.ts";

const rounds = scaled(20);

const ok = "HTTP/1.1 200 X\r\n";
const good = answer(200, "{}");
const megabyte = Buffer.alloc(1_000_000, "1");

/** Says 200 MB as fast as they are read. */
function flood(socket: Socket): void {
  socket.write(`${ok}content-length: 200000000\r\n\r\n`);
  let left = 200;
  const more = () => {
    while (left-- > 0) if (!socket.write(megabyte)) return;
  };
  socket.on("drain", more);
  more();
}

/** A desk that sends to a server which says on a socket what a test wants, and gives up after a while. */
async function sendTo(say: Parameters<typeof startRawServer>[0], { timeoutMs = 20_000 } = {}) {
  const server = await startRawServer(say);
  const desk = await DeliveryDesk.open("pglite");
  await desk.addEndpoint(`http://127.0.0.1:${server.port}/hooks`);
  const dispatcher = await desk.start({ client: makeClient({ timeoutMs, maxBodyBytes: 65_536 }) });
  const deliver = async () => {
    await desk.cause();
    await dispatcher.idle();
  };
  return { desk, server, dispatcher, deliver };
}

const bodyIds = (server: RawServer) => server.requests.map(({ body }) => String(JSON.parse(body).deliveryId));

test.each([
  { does: "drips bytes", outcome: "failed_timeout", say: dripping },
  { does: "resets in the middle of its answer", outcome: "failed_reset", say: resetting },
  { does: "hangs up without a word", outcome: "failed_reset", say: (socket: Socket) => void socket.end() },
  { does: "answers 200 MB", outcome: "failed_response_too_large", say: flood },
  { does: "speaks no HTTP", outcome: "failed_protocol", say: (socket: Socket) => void socket.end("220 mail\r\n") },
])("a receiver that $does has failed once, and gets the same delivery a minute later", async ({ outcome, say }) => {
  const { desk, server, dispatcher, deliver } = await sendTo(
    (socket, _request, count) => (count === 1 ? say(socket) : void socket.write(good)),
    outcome === "failed_timeout" ? { timeoutMs: 1000 } : {},
  );
  await deliver();
  expect(await desk.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1 });
  await server.allClosed();
  desk.nowMs += minuteMs;
  await dispatcher.idle();
  const { id, ...delivery } = await desk.delivery();
  expect(delivery).toMatchObject({ status: "delivered", attempts: 2 });
  expect(await desk.attempts()).toEqual([
    { delivery_id: id, number: 1, outcome },
    { delivery_id: id, number: 2, outcome: "delivered" },
  ]);
  expect(bodyIds(server)).toEqual([id, id]);
});

test("of 200 MB only the first are read, and the connection is closed", async () => {
  const { server, deliver } = await sendTo((socket) => flood(socket));
  await deliver();
  await server.allClosed();
  // What the kernels of both sides hold is a few megabytes more.
  expect(server.sockets[0]?.bytesWritten).toBeLessThan(20_000_000);
});

test.each([
  { ends: "with its length", text: "HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}" },
  { ends: "with the connection", text: "HTTP/1.0 200 OK\r\n\r\n{}" },
])(
  "an answer in HTTP/1.0 that ends $ends is an answer, and each delivery has a connection of its own",
  async ({ text }) => {
    const { desk, server, deliver } = await sendTo((socket) => void socket.end(text));
    await deliver();
    await deliver();
    expect((await desk.deliveries()).map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      Array.from({ length: 2 }, () => ({ status: "delivered", attempts: 1 })),
    );
    expect(server.sockets).toHaveLength(2);
  },
);

test("a kept connection that ends between our request and its answer is one failed attempt, and is tried again", async () => {
  const { desk, server, dispatcher, deliver } = await sendTo((socket, _request, count) =>
    count === 2 ? void socket.resetAndDestroy() : void socket.write(good),
  );
  await deliver();
  // Ids of one millisecond are in no order.
  desk.nowMs += 1;
  await deliver();
  expect(server.sockets).toHaveLength(1);
  desk.nowMs += minuteMs;
  await dispatcher.idle();
  const [first, second] = await desk.deliveries();
  expect([first, second]).toMatchObject([
    { status: "delivered", attempts: 1 },
    { status: "delivered", attempts: 2 },
  ]);
  expect(bodyIds(server)).toEqual([first?.id, second?.id, second?.id]);
});

test(`connections that end at any moment after an answer lose none of ${rounds} deliveries, and each attempt is written once`, {
  timeout: 30_000 + rounds * 1000,
}, async () => {
  const { desk, server, dispatcher, deliver } = await sendTo((socket, _request, count) => {
    socket.write(good, () => endAfter(socket, count % 6));
  });
  for (let round = 0; round < rounds; round++) await deliver();
  for (let retry = 0; retry < 3; retry++) {
    desk.nowMs += 40 * minuteMs;
    await dispatcher.idle();
  }
  const deliveries = await desk.deliveries();
  expect(deliveries.map(({ status }) => status)).toEqual(Array.from({ length: rounds }, () => "delivered"));
  const attempts = await desk.attempts();
  for (const { id, attempts: count } of deliveries) {
    const own = attempts.filter((attempt) => attempt.delivery_id === id);
    expect(own.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
    expect(own.at(-1)?.outcome).toBe("delivered");
    expect(bodyIds(server)).toContain(id);
  }
});

function dripping(socket: Socket): void {
  socket.write(`${ok}content-length: 999999\r\n\r\n`);
  drip(socket, "1");
}

function resetting(socket: Socket): void {
  socket.write(`${ok}content-length: 9\r\n\r\n1`, () => socket.resetAndDestroy());
}

/** Ends a connection so many turns of the loop later; an odd number of them with a reset. */
function endAfter(socket: Socket, turns: number): void {
  let left = turns;
  const turn = () => {
    if (left-- > 0) setImmediate(turn);
    else if (turns % 2 === 1) socket.resetAndDestroy();
    else socket.end();
  };
  turn();
}
