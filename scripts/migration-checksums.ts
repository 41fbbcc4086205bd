import type { MigrationFile } from "@wayfare/database";

const heading = `# SHA-256 of every migration. A file is never edited once it is here: databases that ran the old text and databases that
# ran the new one would differ. \`npm run generate\` adds new files and refuses to change or remove a line.
`;

/**
 * Returns the text of `migrations/checksums.txt`: the recorded lines plus one for each new file.
 *
 * @param recorded the current text; empty if there is none.
 * @throws Error if a recorded file was edited, renamed or removed.
 */
export function renderMigrationChecksums(recorded: string, files: readonly MigrationFile[]): string {
  const checksums = new Map(files.map((file) => [fileNameOf(file), file.checksum]));
  for (const line of recorded.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const [checksum, name = ""] = line.split("  ");
    if (!checksums.has(name)) throw new Error(`migration ${name} was removed or renamed. Restore it.`);
    if (checksums.get(name) !== checksum) {
      throw new Error(`migration ${name} was edited. Restore its text and put the change into a new file.`);
    }
  }
  return heading + [...checksums].map(([name, checksum]) => `${checksum}  ${name}\n`).join("");
}

function fileNameOf({ id, name }: MigrationFile): string {
  return `${String(id).padStart(4, "0")}_${name}.sql`;
}
