import { zstdCompressSync } from "node:zlib";

/** Returns a compressed archive of files with these names and contents, in order. A name that ends with "/" is a directory. */
export function packTar(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write(name.endsWith("/") ? "5" : "0", 156);
    return [header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return zstdCompressSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
