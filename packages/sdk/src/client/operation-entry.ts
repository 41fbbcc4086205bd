/** HTTP method, path and options of an operation. */
export interface OperationEntry {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  path: string;
  /** True if the operation accepts an `Idempotency-Key`. */
  takesIdempotencyKey?: true;
  /** True if repeating the request has no further effect, for operations other than GET without an `Idempotency-Key`. */
  isIdempotent?: true;
  /** A status other than 2xx whose body is the response, not an error. */
  extraStatus?: number;
  /** Type of the response body. Default: JSON. */
  responseType?: "text" | "bytes";
}
