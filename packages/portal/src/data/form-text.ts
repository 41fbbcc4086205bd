/** What was typed into the control of a name; nothing where there is no such control, or it took a file. */
export function readText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
