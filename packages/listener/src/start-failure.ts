/** Describes a failed start in one sentence for the terminal. */
export function describeStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Wayfare failed to start: ${String(error)}`;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === "EADDRINUSE") {
    return `Port ${port} on ${address} is already in use. Stop the other process, or set PORT to a free port.`;
  }
  if (code === "EACCES" && port !== undefined)
    return `No permission to listen on port ${port}. Set PORT to 1024 or higher.`;
  if (code === "EADDRNOTAVAIL") return `HOST ${address} is not an address of this machine.`;
  return error.message.charAt(0).toUpperCase() + error.message.slice(1);
}
