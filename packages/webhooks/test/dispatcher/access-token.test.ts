import { expect, test } from "vitest";
import { retryDelaysMs } from "../../src/dispatcher/retry-schedule.ts";
import { sealOptions } from "../../src/signing/sealed-options.ts";
import { reversingBox } from "../signing/reversing-box.ts";
import { DispatcherFixture } from "./dispatcher-fixture.ts";
import { startReceiver } from "./receiver.ts";

async function startFixture() {
  const fixture = await DispatcherFixture.open("pglite");
  const [receiver, tokenServer] = [await startReceiver(), await startReceiver()];
  tokenServer.reply = (n) => ({
    status: 200,
    body: JSON.stringify({ access_token: `token-${n}`, token_type: "Bearer", expires_in: 86_400 }),
  });
  const { id } = await fixture.addEndpoint(receiver.url);
  const oauth2 = { tokenUrl: tokenServer.url, clientId: "c", clientSecret: "s", scope: null };
  await fixture.database.execute(
    "UPDATE webhook_endpoints SET sealed_options = $1, auth_type = 'oauth2' WHERE id = $2",
    [sealOptions(reversingBox, { headers: {}, basicAuth: null, oauth2, mtls: null }), id],
  );
  return { fixture, receiver, tokenServer, dispatcher: await fixture.start() };
}

test("records a failed attempt with the reason if no token is granted, sends nothing, and retries on schedule", async () => {
  const { fixture, receiver, tokenServer, dispatcher } = await startFixture();
  const granted = tokenServer.reply;
  tokenServer.reply = (n, request) => (n === 0 ? { status: 401 } : granted(n, request));
  await fixture.recordEvent();
  await dispatcher.idle();
  expect(await fixture.delivery()).toMatchObject({ status: "awaiting_retry", attempts: 1 });
  expect(await fixture.attempts()).toMatchObject([{ outcome: "failed_token" }]);
  expect(receiver.received).toEqual([]);
  fixture.nowMs += retryDelaysMs[0] ?? 0;
  dispatcher.wake();
  await dispatcher.idle();
  expect(await fixture.delivery()).toMatchObject({ status: "delivered", attempts: 2 });
  expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-1"]);
});

test("requests a new token after the endpoint returned 401, and reuses it", async () => {
  const { fixture, receiver, tokenServer, dispatcher } = await startFixture();
  receiver.reply = (n) => ({ status: n === 0 ? 401 : 200 });
  await fixture.recordEvent();
  await dispatcher.idle();
  fixture.nowMs += retryDelaysMs[0] ?? 0;
  await fixture.recordEvent();
  dispatcher.wake();
  await dispatcher.idle();
  const sent = receiver.received.map(({ headers }) => headers.authorization);
  expect(sent).toEqual(["Bearer token-0", "Bearer token-1", "Bearer token-1"]);
  expect(tokenServer.received).toHaveLength(2);
});
