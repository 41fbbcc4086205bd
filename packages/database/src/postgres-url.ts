import { DatabaseError } from "./errors.ts";

const shape = "postgres://user:password@host:5432/name";

/**
 * Checks a connection string before a driver sees it, because what a driver says of a bad one may repeat the password.
 * `redact` replaces the password, as written and decoded, in any text.
 * Throws a `DatabaseError` with code "CONNECTION_STRING_INVALID".
 */
export function parsePostgresUrl(connectionString: string): { redact: (message: string) => string } {
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw invalid(`should be ${shape}, with special characters of the password percent-encoded`);
  }
  const decoded = decodedOf(url.password);
  const parameter = url.searchParams.get("password") ?? "";
  const secrets = [url.password, decoded, parameter].filter((secret) => secret !== "");
  return { redact: (message) => secrets.reduce((text, secret) => text.replaceAll(secret, "***"), message) };
}

function decodedOf(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    throw invalid("holds a % in its password that is not percent-encoded; write it as %25");
  }
}

function invalid(reason: string): DatabaseError {
  return new DatabaseError("CONNECTION_STRING_INVALID", `the connection string ${reason}`);
}
