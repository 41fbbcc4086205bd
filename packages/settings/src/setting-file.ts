import { readFileSync } from "node:fs";

/** Limit of a setting in a file. The longest settings are lists of secrets and of address ranges. */
const maxFileBytes = 64 * 1024;

/** A file of a setting that cannot be used. The message is a sentence and never contains the value. */
export class SettingFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "SettingFileError";
  }
}

/**
 * Reads the value of a setting from a file, such as a secret that a container runtime mounts. White space at the end is not part of the
 * value, because editors and `echo` add a line break.
 *
 * @param fileVariable name of the variable with the path, for the message: `SERVER_SECRET_FILE`
 * @throws SettingFileError if the file cannot be read, is empty or is larger than 64 KiB.
 */
export function readSettingFile(fileVariable: string, path: string): string {
  const bytes = readBytes(fileVariable, path);
  if (bytes.length > maxFileBytes) {
    throw new SettingFileError(`${fileVariable}: ${path} is larger than 64 KiB.`);
  }
  const text = bytes.toString("utf8").trimEnd();
  if (text === "") throw new SettingFileError(`${fileVariable}: ${path} is empty.`);
  return text;
}

function readBytes(fileVariable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new SettingFileError(`${fileVariable}: cannot read ${path} (${code}).`);
  }
}
