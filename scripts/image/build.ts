/**
 * Builds the container image without a container engine or a registry: `npm run image`.
 *
 *   npm run image                    amd64 and arm64 as an OCI image layout in .build/image/oci
 *   npm run image -- --root FOLDER   only the root file system for this machine, as deploy/Containerfile needs it
 */
import { parseArgs } from "node:util";
import type { NodeProcessor } from "./app-tree.ts";
import { buildImages, buildRoot, layoutDirectory, measureTree } from "./image.ts";
import { architectureOf } from "./root-tree.ts";

const { values } = parseArgs({ options: { root: { type: "string" } } });
if (values.root === undefined) {
  const processors: NodeProcessor[] = ["x64", "arm64"];
  buildImages(processors);
  process.stdout.write(`${layoutDirectory}\n`);
} else {
  const processor = process.arch === "arm64" ? "arm64" : "x64";
  const root = buildRoot(processor, values.root);
  process.stdout.write(`${root}: ${architectureOf(processor)}, ${(measureTree(root) / 1e6).toFixed(1)} MB\n`);
}
