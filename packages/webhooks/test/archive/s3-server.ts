import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openS3ObjectStore, type S3Options } from "../../src/archive/s3-object-store.ts";

/** The used part of s3rver, which has no types. */
interface S3rver {
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}
interface S3rverOptions {
  directory: string;
  silent: boolean;
  vhostBuckets: boolean;
  configureBuckets: readonly { name: string }[];
}

const S3rver: new (options: S3rverOptions) => S3rver = createRequire(import.meta.url)("s3rver");
const bucket = "archive";

/** A server with one bucket, on loopback until the end of the test. It verifies the access key id and the digests, but no signatures. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), "wayfare-s3-"));
  const server = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
  await server.configureBuckets();
  const requests: string[] = [];
  const state: { isHanging: boolean; onRequest(request: IncomingMessage): void } = {
    isHanging: false,
    onRequest: () => {},
  };
  const listener = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    state.onRequest(request);
    if (!state.isHanging) server.callback()(request, response);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(async () => {
    listener.closeAllConnections();
    listener.close();
    await rm(directory, { recursive: true, force: true });
  });
  const { port } = listener.address() as AddressInfo;
  const options: S3Options = {
    bucket,
    prefix: "production/webhooks",
    region: null,
    endpoint: `http://127.0.0.1:${port}`,
    // The pair that s3rver accepts.
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  };
  return { options, store: openS3ObjectStore(options), requests, state, read: () => readObjects(options) };
}

/** Returns the bodies of all objects of the bucket by key. */
async function readObjects({ endpoint, credentials }: S3Options): Promise<Map<string, Uint8Array>> {
  const { GetObjectCommand, ListObjectsV2Command, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint: endpoint ?? "",
    region: "us-east-1",
    forcePathStyle: true,
    ...(credentials && { credentials }),
  });
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
  const objects = new Map<string, Uint8Array>();
  for (const { Key = "" } of Contents) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    objects.set(Key, (await Body?.transformToByteArray()) ?? new Uint8Array());
  }
  client.destroy();
  return objects;
}
