import { hash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { type ObjectStore, ObjectStoreError } from "./object-store.ts";

/** A bucket, and the start of every key: without slashes at its ends, empty for none. */
export interface S3Location {
  bucket: string;
  prefix: string;
}

export interface S3Options extends S3Location {
  /** Null for the default of the SDK. */
  region: string | null;
  /** URL of a compatible server; null for AWS. */
  endpoint: string | null;
  /** Null for the default chain of the SDK: variables, files, and the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  timeoutMs?: number;
}

/** Time from a request to its response, including the upload. The SDK makes three attempts. */
const defaultTimeoutMs = 60_000;
/** Objects whose deletions are requested at the same time. */
const deletedAtOnce = 50;

/** Parses `s3://bucket/prefix`. Returns undefined if the text is not such a URL. */
export function parseS3Location(text: string): S3Location | undefined {
  const [, bucket, path = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w!.*'()/-]*)?$/.exec(text) ?? [];
  if (bucket === undefined) return undefined;
  return { bucket, prefix: path.replace(/^\/+|\/+$/g, "") };
}

/** Opens a bucket. The SDK is loaded by the first request, because it takes memory and time that most deployments do not need. */
export function openS3ObjectStore(options: S3Options): ObjectStore {
  const { bucket: Bucket, prefix } = options;
  let connected: ReturnType<typeof connectTo> | undefined;
  const connect = () => (connected ??= connectTo(options));
  const keyOf = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  return {
    async put(key, body, abortSignal) {
      const { sdk, client } = await connect();
      // The server compares the digest, so that a response of success confirms that it has stored these bytes.
      const object = { Body: body, ContentMD5: hash("md5", body, "base64"), ContentType: "application/gzip" };
      const command = new sdk.PutObjectCommand({ Bucket, Key: keyOf(key), ...object });
      await explain("PutObject", client.send(command, { abortSignal }));
    },
    async deleteSome(start) {
      const { sdk, client } = await connect();
      // A page has 1,000 keys at most.
      const list = new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(start) });
      const { Contents = [] } = await explain("ListObjectsV2", client.send(list));
      const keys = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
      for (let at = 0; at < keys.length; at += deletedAtOnce) {
        // DeleteObjects needs a checksum that not every compatible server supports.
        const commands = keys.slice(at, at + deletedAtOnce).map((Key) => new sdk.DeleteObjectCommand({ Bucket, Key }));
        await Promise.all(commands.map((command) => explain("DeleteObject", client.send(command))));
      }
      return keys.length;
    },
  };
}

async function connectTo({ region, endpoint, credentials, timeoutMs = defaultTimeoutMs }: S3Options) {
  const sdk = await import("@aws-sdk/client-s3");
  const client: S3Client = new sdk.S3Client({
    requestHandler: { connectionTimeout: 5_000, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    // Compatible servers support the digest of the body, but not the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(region !== null && { region }),
    // Compatible servers have no host name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true, region: region ?? "us-east-1" }),
    ...(credentials !== null && { credentials }),
  });
  return { sdk, client };
}

/** Replaces errors of the SDK: those of a response contain the signed request and the text that the server has signed. */
async function explain<T>(operation: string, response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw new ObjectStoreError(`${operation} failed: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const status = readStatus(error);
  return status === undefined ? `${error.name}: ${error.message}` : `${error.name} (HTTP ${status})`;
}

function readStatus(error: Error): number | undefined {
  if (!("$metadata" in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}
