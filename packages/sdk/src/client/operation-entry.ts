/** How an operation is called. */
export interface OperationEntry {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  /** Whether it takes an `Idempotency-Key`. */
  takesIdempotencyKey?: true;
  /** A status besides 2xx that carries its answer and no problem. */
  alsoAnswers?: number;
  /** What its answer is where it is no JSON. */
  answers?: "text" | "bytes";
}
