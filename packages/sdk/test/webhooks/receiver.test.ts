import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signWebhook } from "../../src/index.ts";
import { event, newSecret, secret } from "./deliveries.ts";
import { type ReceiverProcess, startReceiver } from "./receiver-process.ts";

let receiver: ReceiverProcess;

beforeAll(async () => {
  receiver = await startReceiver(`${secret}, ${newSecret}`);
});

afterAll(() => receiver.stop());

async function challenge(query: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${receiver.url}/hook${query}`, { headers });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

async function deliver(rawBody: string, signer = secret, url = receiver.url) {
  const header = await signWebhook(rawBody, signer, Math.floor(Date.now() / 1000));
  const headers = { "content-type": "application/json", "SVC-Signature": header };
  const answer = await fetch(url, { method: "POST", headers, body: rawBody });
  return { status: answer.status, body: await answer.json() };
}

function bodyOf(deliveryId: string): string {
  return JSON.stringify({ ...event, deliveryId });
}

function printedOf(deliveryId: string): string[] {
  return receiver.lines.filter((line) => line.includes(deliveryId));
}

describe("the example receiver", () => {
  test("answers the challenge with its token, as text", async () => {
    const answer = await challenge("?challenge=tok_1-~", { "SVC-Challenge": "tok_1-~" });
    expect(answer).toEqual({ status: 200, type: "text/plain; charset=utf-8", text: "tok_1-~" });
  });

  test("echoes nothing that a link could say", async () => {
    for (const query of ["?challenge=<script>", "?challenge=", ""]) {
      expect(await challenge(query), query).toMatchObject({ status: 404, type: "application/json" });
    }
    expect(await challenge("?challenge=a", { "SVC-Challenge": "b" })).toMatchObject({ status: 404 });
  });

  test("accepts a delivery, signed with either secret, and prints it on one line", async () => {
    for (const [signer, id] of [
      [secret, "dlv_first"],
      [newSecret, "dlv_second"],
    ] as const) {
      expect(await deliver(bodyOf(id), signer)).toEqual({ status: 200, body: { received: true } });
    }
    // What is printed goes before the answer into the pipe, and may be read after it.
    await expect.poll(() => [printedOf("dlv_first").length, printedOf("dlv_second").length]).toEqual([1, 1]);
    expect(printedOf("dlv_first")[0]).toContain("booking.confirmed evt_01k5");
  });

  test("accepts a duplicate and prints it no second time", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(bodyOf("dlv_again"))));
    expect(answers).toEqual(answers.map(() => ({ status: 200, body: { received: true } })));
    await deliver(bodyOf("dlv_after"));
    await expect.poll(() => printedOf("dlv_after")).toHaveLength(1);
    expect(printedOf("dlv_again")).toHaveLength(1);
  });

  test("refuses what no secret has signed", async () => {
    const answer = await deliver(bodyOf("dlv_forged"), `whsec_${"x".repeat(43)}`);
    expect(answer).toEqual({ status: 400, body: { error: "signature_mismatch" } });
    const unsigned = await fetch(receiver.url, { method: "POST", body: bodyOf("dlv_forged") });
    expect(unsigned.status).toBe(400);
    expect(await unsigned.json()).toEqual({ error: "header_missing" });
    expect(printedOf("dlv_forged")).toEqual([]);
  });

  test("takes 256 KiB and not a byte more", async () => {
    const short = bodyOf("dlv_long");
    const longest = short + " ".repeat(256 * 1024 - Buffer.byteLength(short));
    expect(await deliver(longest)).toMatchObject({ status: 200 });
    expect(await deliver(`${longest} `)).toEqual({ status: 413, body: { error: "body_too_large" } });
  });

  test("answers other methods with JSON, and odd paths without an end", async () => {
    expect((await fetch(receiver.url, { method: "DELETE" })).status).toBe(405);
    expect((await fetch(`${receiver.url}//`)).status).toBe(404);
    expect(await deliver(bodyOf("dlv_still"))).toMatchObject({ status: 200 });
  });

  test("without a secret it answers challenges, and 500 to deliveries so that they come again", async () => {
    const fresh = await startReceiver("");
    try {
      const asked = await fetch(`${fresh.url}?challenge=tok`, { headers: { "SVC-Challenge": "tok" } });
      expect(await asked.text()).toBe("tok");
      expect(await deliver(bodyOf("dlv_early"), secret, fresh.url)).toEqual({
        status: 500,
        body: { error: "secret_missing" },
      });
    } finally {
      await fresh.stop();
    }
  });
});
