import { hash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { ObjectStore } from "./object-store.ts";

/** Bucket of the archive, and how to reach it. */
export interface S3Location {
  bucket: string;
  /** Start of every key, without slashes at its ends; empty for none. */
  prefix: string;
  /** Null for the default of the SDK. */
  region: string | null;
  /** URL of a compatible server; null for AWS. */
  endpoint: string | null;
}

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const timeouts = { connectionTimeout: 5_000, requestTimeout: 60_000 };
const parameters = new Set(["region", "endpoint"]);

/**
 * Parses `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.internal:9000`.
 *
 * @returns undefined if the text is not such a URL.
 */
export function parseS3Location(text: string): S3Location | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, searchParams, username, password, hash: fragment } = new URL(text);
  if (protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname)) return undefined;
  if (`${username}${password}${port}${fragment}` !== "") return undefined;
  if ([...searchParams.keys()].some((name) => !parameters.has(name))) return undefined;
  const endpoint = searchParams.get("endpoint");
  if (endpoint !== null && !/^https?:\/\/[^/?#@]+\/?$/.test(endpoint)) return undefined;
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  return { bucket: hostname, prefix, region: searchParams.get("region"), endpoint };
}

/**
 * Opens a bucket. The SDK is loaded by the first request, so that it costs nothing before.
 *
 * @param credentials null for the default chain of the SDK: variables, files, and the roles of the machine.
 */
export function openS3ObjectStore(location: S3Location, credentials: S3Credentials | null): ObjectStore {
  const { bucket: Bucket, prefix } = location;
  let connected: Promise<{ sdk: typeof import("@aws-sdk/client-s3"); client: S3Client }> | undefined;
  const connect = () => (connected ??= connectTo(location, credentials));
  const keyOf = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  return {
    async put(key, body) {
      const { sdk, client } = await connect();
      // The server compares the digest, so a 200 confirms that it has stored these bytes.
      const ContentMD5 = hash("md5", body, "base64");
      const ContentType = "application/gzip";
      await client.send(new sdk.PutObjectCommand({ Bucket, Key: keyOf(key), Body: body, ContentMD5, ContentType }));
    },
    async deleteAll(start) {
      const { sdk, client } = await connect();
      for (let deleted = 0; ; ) {
        const page = await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: keyOf(start) }));
        const keys = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
        if (keys.length === 0) return deleted;
        // One by one: deleting many at once needs a checksum that not every compatible server knows.
        for (const Key of keys) await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }));
        deleted += keys.length;
      }
    },
  };
}

async function connectTo({ region, endpoint }: S3Location, credentials: S3Credentials | null) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    requestHandler: timeouts,
    // Compatible servers know the digest of the body, but not the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(region !== null && { region }),
    // Compatible servers have no names for buckets.
    ...(endpoint !== null && { endpoint, forcePathStyle: true, region: region ?? "us-east-1" }),
    ...(credentials !== null && { credentials }),
  });
  return { sdk, client };
}
