import { type Static, Type } from "typebox";
import { oneOf } from "./schema.ts";

/** Text of a warning code in its documentation. */
export interface WarningEntry {
  title: string;
  /** Meaning for the caller. */
  help: string;
}

/** Codes of the warnings in search responses. */
export const warningCatalog = {
  TAX_RATES_OUTDATED: {
    title: "Tax rates are outdated",
    help: "Some flights depart after the last day for which the rate of a tax is known (`validUntil` of the tax). The latest known rate is used, so the price of the ticket can differ. `detail` names the taxes and their last days.",
  },
} as const satisfies Record<string, WarningEntry>;

export type WarningCode = keyof typeof warningCatalog;

const isCode = (code: string): code is WarningCode => code in warningCatalog;

export const warningCodes: readonly WarningCode[] = Object.keys(warningCatalog).filter(isCode);

export const WarningSchema = Type.Object(
  {
    code: oneOf(warningCodes, { description: "Code of the warning.", examples: ["TAX_RATES_OUTDATED"] }),
    detail: Type.String({
      description: "Subject of the warning in this response.",
      examples: ["The latest known rates of these taxes are used after their last day: GB (2027-03-31)."],
    }),
  },
  { $id: "Warning", description: "Limit of the data in a response." },
);

export type Warning = Static<typeof WarningSchema>;
