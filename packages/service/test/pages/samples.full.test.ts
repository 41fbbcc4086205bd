import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type SampleRequest, sampleLanguages } from "../../src/pages/samples.ts";

const run = promisify(execFile);

const awkwardBody = { text: `It's "quoted" \\ $HOME \`x\``, list: [1, true, null, []], empty: {}, ünï: "cøde" };
const commands = { curl: ["sh"], typescript: [process.execPath], python: ["python3"] } as const;
const files = { curl: "sample.sh", typescript: "sample.mts", python: "sample.py" } as const;

async function startEcho() {
  const received: object[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.authorization,
      type: body === "" ? undefined : request.headers["content-type"],
      body: body === "" ? undefined : JSON.parse(body),
    });
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function isInstalled(command: string): Promise<boolean> {
  return run(command, ["--version"]).then(
    () => true,
    () => false,
  );
}

test.each(sampleLanguages)("the $title sample sends the request that it shows", async ({ name, render }) => {
  const [command] = commands[name];
  if (name !== "typescript" && !(await isInstalled(name === "curl" ? "curl" : command))) return;
  const { url, received } = await startEcho();
  const directory = await mkdtemp(join(tmpdir(), "wayfare-samples-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const requests: SampleRequest[] = [
    { method: "GET", url: `${url}/v1/places?q=lond`, needsKey: true },
    { method: "POST", url: `${url}/v1/things`, needsKey: true, body: awkwardBody },
    { method: "DELETE", url: `${url}/healthz`, needsKey: false },
  ];
  for (const request of requests) {
    const file = join(directory, files[name]);
    await writeFile(file, render(request));
    await run(command, [file], { env: { PATH: process.env["PATH"], WAYFARE_KEY: "key_test_sample" } });
  }
  const authorization = "Bearer key_test_sample";
  expect(received).toStrictEqual([
    { method: "GET", url: "/v1/places?q=lond", authorization, type: undefined, body: undefined },
    { method: "POST", url: "/v1/things", authorization, type: "application/json", body: awkwardBody },
    { method: "DELETE", url: "/healthz", authorization: undefined, type: undefined, body: undefined },
  ]);
});
