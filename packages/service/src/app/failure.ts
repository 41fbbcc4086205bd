/** Why a start failed, in one sentence for the terminal. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Wayfare cannot start: ${String(error)}`;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${address} is already in use. Stop what is using it, or set PORT to another one.`;
  }
  if (code === "EACCES" && port !== undefined)
    return `Port ${port} may not be opened by this user. Set PORT above 1023.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${address} is not an address of this machine.`;
  return error.message.charAt(0).toUpperCase() + error.message.slice(1);
}
