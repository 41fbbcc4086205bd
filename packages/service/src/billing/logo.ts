import { readFileSync } from "node:fs";

const maxBytes = 500_000;
const signatures = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from([0xff, 0xd8, 0xff])];

/**
 * Reads the logo for invoices at startup.
 *
 * @throws Error if the file cannot be read, is too large, or is neither PNG nor JPEG
 */
export function readLogo(path: string): Buffer {
  const bytes = readLogoFile(path);
  if (bytes.length > maxBytes) throw new Error(`BILLING_LOGO_FILE ${path} is larger than 500 KB`);
  if (!signatures.some((signature) => bytes.subarray(0, signature.length).equals(signature))) {
    throw new Error(`BILLING_LOGO_FILE ${path} is neither a PNG nor a JPEG file`);
  }
  return bytes;
}

function readLogoFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot read BILLING_LOGO_FILE ${path}: ${reason}`, { cause: error });
  }
}
