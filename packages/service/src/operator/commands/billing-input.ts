import type { BillingCommand } from "@wayfare/billing";
import {
  currencies,
  DomainError,
  type FieldError,
  isDate,
  oneOf,
  planName,
  storableTextPattern,
} from "@wayfare/contract";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { Type } from "typebox";
import { type Check, lazyChecks } from "../../http/lazy-check.ts";
import { describeFaults } from "../../http/validation-faults.ts";

const code = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description: "Coupon code.", examples: ["SPRING-2026"] });
const environment = Type.Optional(
  oneOf(["test", "live"], { description: "Environment of the coupon.", examples: ["live"] }),
);
const invoiceId = Type.String({ pattern: "^inv_[0-9a-z]{26}$", examples: ["inv_01kahz2j7p3v8c5m9n4q6r7s8t"] });
const amount = Type.String({ pattern: "^(0|[1-9][0-9]{0,9})([.][0-9]{1,3})?$", examples: ["9.50"] });
const instant = Type.Optional(Type.String({ format: "date-time", examples: ["2026-12-24T00:00:00Z"] }));

const strict = { additionalProperties: false };
const schemas = {
  create_coupon: Type.Object(
    {
      do: Type.Literal("create_coupon"),
      code,
      environment,
      percent: Type.Optional(Type.String({ pattern: "^(100|[1-9]?[0-9])([.][0-9]{1,2})?$", examples: ["20"] })),
      currency: Type.Optional(oneOf(currencies, { examples: ["USD"] })),
      amount: Type.Optional(amount),
      credit: Type.Optional(amount),
      periods: Type.Optional(Type.Integer({ minimum: 1, maximum: 1200, examples: [3] })),
      startsAt: instant,
      endsAt: instant,
      plans: Type.Optional(Type.Array(planName("Plan that the coupon applies to."))),
      maxRedemptions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, examples: [100] })),
    },
    strict,
  ),
  disable_coupon: Type.Object({ do: Type.Literal("disable_coupon"), code, environment }, strict),
  pay_invoice: Type.Object({ do: Type.Literal("pay_invoice"), invoiceId }, strict),
  void_invoice: Type.Object({ do: Type.Literal("void_invoice"), invoiceId }, strict),
  credit_invoice: Type.Object(
    {
      do: Type.Literal("credit_invoice"),
      invoiceId,
      amount,
      reason: Type.String({ minLength: 1, maxLength: 500, pattern: storableTextPattern, examples: ["Charged twice"] }),
    },
    strict,
  ),
};

const makeCheck = lazyChecks({
  allErrors: true,
  verbose: true,
  formats: { date: isDate, "date-time": fullFormats["date-time"] ?? true },
});
const checks = new Map<string, Check<BillingCommand>>(
  Object.entries(schemas).map(([name, schema]) => [name, makeCheck<BillingCommand>(schema)]),
);

/**
 * Validates a billing command from the command line or the admin socket.
 *
 * @throws DomainError with all faults.
 */
export function parseBillingInput(given: unknown): BillingCommand {
  const name = typeof given === "object" && given !== null && "do" in given ? String(given.do) : "";
  const check = checks.get(name);
  if (check === undefined) throw invalid([{ pointer: "/do", code: "ENUM", detail: "Unknown billing command." }]);
  if (check(given)) return given;
  throw invalid(describeFaults(check.errors ?? [], "body"));
}

function invalid(errors: FieldError[]): DomainError {
  return new DomainError("REQUEST_INVALID", { detail: errors.map(({ detail }) => detail).join(" "), errors });
}
