import { once } from "node:events";
import { connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { reservePort } from "../../src/app/reserved-port.ts";

const host = "127.0.0.1";

/** Listens on a port until the end of the test, or returns the error code. */
async function listenOn(port: number): Promise<string> {
  const server = createServer();
  onTestFinished(() => void server.close());
  const { promise, resolve } = Promise.withResolvers<string>();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
  server.listen(port, host, () => resolve("listening"));
  return promise;
}

test("a reserved port cannot be used until it is released", async () => {
  const { port, release } = await reservePort(host);
  expect(await listenOn(port)).toBe("EADDRINUSE");
  await Promise.all([release(), release()]);
  expect(await listenOn(port)).toBe("listening");
});

test("closes connections to a reserved port, and they do not delay its release", async () => {
  const { port, release } = await reservePort(host);
  const caller = connect(port, host);
  caller.on("error", () => {});
  await once(caller, "close");
  await release();
  expect(await listenOn(port)).toBe("listening");
});

test("rejects a host that is not an address of this machine", async () => {
  await expect(reservePort("192.0.2.1")).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});
