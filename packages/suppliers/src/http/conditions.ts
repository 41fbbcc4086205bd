import type { Condition, Conditions } from "../port/port.ts";
import { toCurrency, toMinor } from "../wire/amounts.ts";
import type { HttpCashOffer } from "./schema.ts";

type HttpConditions = NonNullable<HttpCashOffer["conditions"]>;
type HttpCondition = NonNullable<HttpConditions["refund"]>;

/** Reads the conditions of an offer; undefined if there are none, null if an amount is not valid. */
export function readConditions(given: HttpCashOffer["conditions"], offered: string | undefined) {
  if (!given) return undefined;
  const stated = [given.refund, given.change, given.noShow].map((condition) => {
    return condition ? readCondition(condition, offered) : null;
  });
  if (stated.includes("invalid")) return null;
  const [refund = null, change = null, noShow = null] = stated.map((each) => (each === "invalid" ? null : each));
  return { refund, change, noShow } satisfies Conditions;
}

function readCondition(given: HttpCondition, offered: string | undefined): Condition | "invalid" {
  const { allowed, fee, per, total, milesFee, until } = given;
  const code = fee?.currency ?? total?.currency ?? offered;
  const currency = code === undefined ? null : toCurrency(code);
  const minorOf = (money: HttpCondition["fee"]) =>
    money && currency !== null && money.currency === code ? toMinor(money.amount, currency) : null;
  const [feeMinor, totalMinor] = [minorOf(fee), minorOf(total)];
  if ((fee && feeMinor === null) || (total && totalMinor === null)) return "invalid";
  return {
    allowed,
    fee: feeMinor,
    per: per ?? "offer",
    total: totalMinor ?? (per === "traveler" ? null : feeMinor),
    ...(currency !== null && code !== offered && { currency }),
    ...(milesFee !== undefined && milesFee !== null && { milesFee }),
    ...(until && { untilMs: Date.parse(until) }),
    rule: "supplier",
  };
}
