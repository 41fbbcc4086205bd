import { createServer, type IncomingMessage } from "node:http";
import type { NewWebhook, Webhook } from "@wayfare/contract";
import type { Database } from "@wayfare/database";
import { createGuardedClient } from "@wayfare/egress";
import { runChallenges } from "@wayfare/webhooks";
import { onTestFinished } from "vitest";
import { closeServer, listenOnLoopback } from "../../../tests/loopback.ts";
import { makeSecretBox } from "../src/secrets/secret-box.ts";
import { type RunningApp, testSecrets } from "./running-app.ts";

/** A received challenge. */
interface Challenge {
  url: string;
  /** Token of the query and of the header. */
  token: string | null;
  header: string | undefined;
}

interface Reply {
  status: number;
  body: string;
}

/** A receiver that responds to challenges with their token by default. */
interface Receiver {
  url: string;
  challenges: Challenge[];
  answer(reply: (challenge: Challenge) => Reply): void;
}

export const echo = ({ token }: Challenge): Reply => ({ status: 200, body: token ?? "" });
export const refuse = (): Reply => ({ status: 404, body: "" });

/** Opens a receiver on loopback, closed after the test. */
export async function openReceiver(): Promise<Receiver> {
  let reply: (challenge: Challenge) => Reply = echo;
  const challenges: Challenge[] = [];
  const server = createServer((request, response) => {
    const challenge = read(request);
    challenges.push(challenge);
    const { status, body } = reply(challenge);
    response.writeHead(status).end(body);
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return { url: `${origin}/hooks`, challenges, answer: (next) => void (reply = next) };
}

function read(request: IncomingMessage): Challenge {
  const header = request.headers["svc-challenge"];
  const url = request.url ?? "";
  const token = new URL(url, "http://receiver").searchParams.get("challenge");
  return { url, token, header: typeof header === "string" ? header : undefined };
}

/** Sends the due challenges like the worker, and returns how many. */
export async function sendChallenges({ app, database }: { app: RunningApp; database: Database }): Promise<number> {
  const rules = { allowLoopback: true, allowCidrs: [], ports: [] };
  const client = createGuardedClient({ rules, timeoutMs: 5000, maxBodyBytes: 65_536 });
  try {
    return await runChallenges({ database, client, clock: app.clock, box: makeSecretBox(testSecrets) });
  } finally {
    await client.close();
  }
}

/** Creates an endpoint over HTTP; the response has its secret. */
export async function postWebhook(
  app: RunningApp,
  body: { url: string; events?: string[]; description?: string; applicationId?: string },
  key = app.key,
): Promise<NewWebhook> {
  const answer = await app.call("/v1/webhooks", { key, body: { events: ["*"], ...body } });
  if (answer.status !== 201) throw new Error(`no endpoint was made: ${answer.text}`);
  return JSON.parse(answer.text);
}

/** Creates an endpoint that has passed its challenge. */
export async function makeActiveWebhook(
  parts: { app: RunningApp; database: Database },
  options: { events?: string[]; key?: string; applicationId?: string } = {},
): Promise<{ receiver: Receiver; webhook: NewWebhook }> {
  const { key, ...body } = options;
  const receiver = await openReceiver();
  const webhook = await postWebhook(parts.app, { url: receiver.url, ...body }, key);
  await sendChallenges(parts);
  return { receiver, webhook };
}

export async function readWebhook(app: RunningApp, id: string, key = app.key): Promise<Webhook> {
  const answer = await app.call(`/v1/webhooks/${id}`, { key });
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text);
}
