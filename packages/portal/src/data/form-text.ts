/** What was typed into the control of a name; nothing where there is no such control, or it took a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Ranges and addresses, one on each line or between commas. */
export function readAllowlist(text: string): string[] {
  return text.split(/[\s,]+/).filter((range) => range !== "");
}
