import { type Currency, formatInstant } from "@wayfare/contract";
import type { Condition, Conditions, StatedConditions } from "@wayfare/suppliers";
import { type MoneyText, stringText } from "./json-text.ts";

const unstated = '{"refund":null,"change":null,"noShow":null}';

/** Writes the conditions of an offer. @param currency of the offer */
export function conditionsText(
  conditions: Conditions | undefined,
  money: MoneyText,
  currency: Currency | undefined,
): string {
  if (conditions === undefined) return unstated;
  const { slices } = conditions;
  const own = statedText(conditions, money, currency);
  if (slices === undefined) return `${own}}`;
  return `${own},"slices":[${slices.map((slice) => `${statedText(slice, money, currency)}}`).join(",")}]}`;
}

/** Writes the terms without the closing brace. */
function statedText({ refund, change, noShow }: StatedConditions, money: MoneyText, currency: Currency | undefined) {
  return (
    `{"refund":${conditionText(refund, money, currency)},"change":${conditionText(change, money, currency)}` +
    `,"noShow":${conditionText(noShow, money, currency)}`
  );
}

function conditionText(condition: Condition | null, money: MoneyText, offered: Currency | undefined): string {
  if (condition === null) return "null";
  const { allowed, fee, per, total, currency = offered, milesFee, untilMs, rule } = condition;
  const amount = (minor: number | null) => (minor === null ? "null" : money.money(minor, currency));
  return (
    `{"allowed":${allowed},"fee":${amount(fee)},"per":${stringText(per)},"total":${amount(total)}` +
    (milesFee === undefined ? "" : `,"milesFee":${milesFee}`) +
    `,"until":${untilMs === undefined ? "null" : `"${formatInstant(untilMs)}"`},"rule":${stringText(rule)}}`
  );
}
