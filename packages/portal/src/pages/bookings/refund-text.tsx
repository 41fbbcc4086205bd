import type { Booking } from "@wayfare/sdk";
import { Miles, Money } from "../../components/money.tsx";
import { Time } from "../../components/time.tsx";

const refundTargets: Readonly<Record<NonNullable<NonNullable<Booking["refund"]>["refundTo"]>, string>> = {
  balance: "To the balance with the supplier.",
  original_payment: "To the form of payment of the order.",
  airline_credit: "As a credit of the airline, not as money.",
};

/** A refund in sentences: miles and money, its rule and destination, and the part that is not refunded. */
export function RefundText({ refund }: { refund: NonNullable<Booking["refund"]> }) {
  const { money, miles, fee, refundTo, credits, quoted, rule, expiresAt } = refund;
  return (
    <span>
      {miles !== null && (
        <>
          <Miles miles={miles} /> +{" "}
        </>
      )}
      {money === null ? "Amount not known" : <Money value={money} />}. {rule}
      {refundTo !== null && ` ${refundTargets[refundTo]}`}
      {quoted !== undefined && (
        <>
          {" "}
          Quoted before: <Money value={quoted} />.
        </>
      )}
      {credits.map(({ code, amount, expiresAt: until }) => (
        <span key={code}>
          {" "}
          Credit {code ?? "without a code yet"}: <Money value={amount} />
          {until !== null && (
            <>
              , valid until <Time at={until} />
            </>
          )}
          .
        </span>
      ))}
      {fee !== null && (
        <>
          {" "}
          Not refunded: <Money value={fee} />.
        </>
      )}
      {expiresAt !== null && (
        <>
          {" "}
          Valid until <Time at={expiresAt} />.
        </>
      )}
    </span>
  );
}
