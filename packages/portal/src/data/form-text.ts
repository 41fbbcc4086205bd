/** Returns the text of a form control; "" if the control is absent or holds a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Splits an allowlist into addresses and ranges, separated by white space or commas. */
export function readAllowlist(text: string): string[] {
  return text.split(/[\s,]+/).filter((range) => range !== "");
}
