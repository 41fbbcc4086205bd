import { type DoubleAnswer, findUnknown } from "../server/supplier-double.ts";
import { formatOrder, type Order } from "./order-format.ts";
import { answerPage } from "./pages.ts";
import { listOf } from "./passengers.ts";

/*
 * Parameters of `GET /air/orders` (https://duffel.com/docs/api/v2/orders, `ListParamsOrders` in `OrdersTypes.ts` of
 * duffelhq/duffel-api-javascript, read in November 2026). `metadata` is not a filter.
 */

const parameters = [
  "limit",
  "after",
  "before",
  "sort",
  "booking_reference",
  "offer_id",
  "awaiting_payment",
  "requires_action",
  "passenger_name[]",
  "created_at[after]",
  "created_at[before]",
];

const sorts = {
  created_at: ({ createdAt }: Order) => Date.parse(createdAt),
  total_amount: ({ amount }: Order) => Number(amount),
  payment_required_by: () => 0,
  next_departure: ({ slices }: Order) => String(listOf(listOf(slices)[0]?.segments)[0]?.departing_at),
};

/** Answers a list of orders: the documented filters, and a page in the documented order or a shuffled one. */
export function answerOrderList(
  query: URLSearchParams,
  orders: readonly Order[],
  { seed, maxPage }: { seed: number; maxPage: number },
): DoubleAnswer | string {
  const unknown = findUnknown(Object.fromEntries(query), parameters);
  if (unknown !== undefined) return unknown;
  const items = orders.filter((order) => matches(order, query));
  return answerPage(query, { items, idOf: ({ id }) => id, format: formatOrder, sorts, seed, maxPage });
}

function matches(order: Order, query: URLSearchParams): boolean {
  const { booking_reference: reference } = formatOrder(order);
  const isOpen = order.changes.some(({ actionTaken }) => actionTaken === null);
  const names = order.passengers.map(
    ({ given_name: given, family_name: family }) => `${String(given)} ${String(family)}`,
  );
  const wanted = query.getAll("passenger_name[]");
  const is = (name: string, isRight: (value: string) => boolean) => {
    const value = query.get(name);
    return value === null || isRight(value);
  };
  return (
    is("booking_reference", (value) => value === reference) &&
    is("offer_id", (value) => value === order.offerId) &&
    is("awaiting_payment", (value) => value === "false") &&
    is("requires_action", (value) => value === String(isOpen)) &&
    is("created_at[after]", (value) => Date.parse(order.createdAt) > Date.parse(value)) &&
    is("created_at[before]", (value) => Date.parse(order.createdAt) < Date.parse(value)) &&
    wanted.every((part) => names.some((name) => name.toLowerCase().includes(part.toLowerCase())))
  );
}
