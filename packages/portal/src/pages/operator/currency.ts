import type { CreateCustomerAccount } from "@wayfare/sdk";

/** Converts a code to the type of a request. The service rejects unknown codes. */
export function toCurrency(code: string): NonNullable<CreateCustomerAccount["currency"]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service validates the code
  return code as NonNullable<CreateCustomerAccount["currency"]>;
}
