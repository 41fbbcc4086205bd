import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { DebianArchitecture } from "../debian-packages.ts";

/** Content of an image for one architecture. */
export interface ImageContent {
  architecture: DebianArchitecture;
  /** `config` of the OCI image configuration. */
  config: Readonly<Record<string, unknown>>;
  layers: readonly LayerContent[];
}

/** A layer: paths of a folder, with one owner for all of them. */
interface LayerContent {
  folder: string;
  paths: readonly string[];
  ownerId: number;
  /** Why the layer exists, for `history`. */
  comment: string;
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

interface WrittenLayer extends Descriptor {
  /** Digest of the uncompressed archive. */
  diffId: string;
}

/**
 * Writes images as an OCI image layout, a folder that `skopeo copy oci:FOLDER:latest …`, podman, buildah and containerd read. The same
 * content and time give the same digests: archives are sorted and have fixed times and owners.
 *
 * @param createdAt time of the images and of all files, in whole seconds
 */
export function writeOciLayout(directory: string, images: readonly ImageContent[], createdAt: Date): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, "blobs/sha256"), { recursive: true });
  const manifests = images.map((image) => ({
    ...writeImage(directory, image, createdAt),
    platform: { architecture: image.architecture, os: "linux" },
  }));
  const index = writeJson(directory, "application/vnd.oci.image.index.v1+json", {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.index.v1+json",
    manifests,
  });
  const named = [
    // Tools that cannot select a platform read these names.
    ...manifests.map((each) => ({ ...each, annotations: nameOf(each.platform.architecture) })),
    { ...index, annotations: nameOf("latest") },
  ];
  writeFileSync(join(directory, "index.json"), JSON.stringify({ schemaVersion: 2, manifests: named }));
  writeFileSync(join(directory, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
}

function nameOf(name: string): Record<string, string> {
  return { "org.opencontainers.image.ref.name": name };
}

function writeImage(directory: string, { architecture, config, layers }: ImageContent, createdAt: Date): Descriptor {
  const created = createdAt.toISOString();
  const written = layers.map((layer) => writeLayer(directory, layer, createdAt));
  const configuration = writeJson(directory, "application/vnd.oci.image.config.v1+json", {
    created,
    architecture,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: written.map(({ diffId }) => diffId) },
    history: layers.map(({ comment }) => ({ created, created_by: "npm run image", comment })),
  });
  return writeJson(directory, "application/vnd.oci.image.manifest.v1+json", {
    schemaVersion: 2,
    mediaType: "application/vnd.oci.image.manifest.v1+json",
    config: configuration,
    layers: written.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
}

function writeLayer(directory: string, { folder, paths, ownerId }: LayerContent, createdAt: Date): WrittenLayer {
  const archive = join(directory, "layer.tar");
  const fixed = [
    `--owner=${ownerId}`,
    `--group=${ownerId}`,
    "--numeric-owner",
    `--mtime=@${createdAt.getTime() / 1000}`,
  ];
  execFileSync("tar", [
    "--create",
    `--file=${archive}`,
    "--format=gnu",
    "--sort=name",
    "--hard-dereference",
    ...fixed,
    `--directory=${folder}`,
    ...paths,
  ]);
  const content = readFileSync(archive);
  rmSync(archive);
  const compressed = gzipSync(content, { level: 6 });
  const descriptor = writeBlob(directory, "application/vnd.oci.image.layer.v1.tar+gzip", compressed);
  return { ...descriptor, diffId: digestOf(content) };
}

function writeJson(directory: string, mediaType: string, content: unknown): Descriptor {
  return writeBlob(directory, mediaType, Buffer.from(JSON.stringify(content)));
}

function writeBlob(directory: string, mediaType: string, content: Buffer): Descriptor {
  const digest = digestOf(content);
  writeFileSync(join(directory, "blobs", digest.replace(":", "/")), content);
  return { mediaType, digest, size: content.length };
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}
