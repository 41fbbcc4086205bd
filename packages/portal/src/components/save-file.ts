/** Time after which the object URL is revoked. The browser must have started the download by then. */
const savedAfterMs = 60_000;

/** Saves a file in the browser. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), savedAfterMs);
}
