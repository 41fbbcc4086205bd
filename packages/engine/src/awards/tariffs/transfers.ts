/** Points that can be transferred to miles, and the number of miles per point. */
export interface TransferPartner {
  readonly currency: string;
  readonly ratio: number;
}

const currencies: Readonly<Record<string, string>> = {
  amex: "American Express Membership Rewards",
  bilt: "Bilt Rewards",
  capitalOne: "Capital One Miles",
  chase: "Chase Ultimate Rewards",
  citi: "Citi ThankYou Rewards",
  wellsFargo: "Wells Fargo Rewards",
};

/**
 * Transfers by program, as `bank` at 1:1 or `bank:ratio`. Source: borski/travel-hacking-toolkit (MIT), transfer-partners.json of
 * 2026-04-06; Citi has the ratios of its premium cards; Virgin Red continues to Virgin Atlantic at 1:1. A program that is not listed has no
 * bank in that source.
 */
const transfersOf: Readonly<Record<string, string>> = {
  aeroplan: "amex bilt capitalOne chase",
  aeromexico: "amex:1.6 capitalOne citi",
  alaska: "bilt",
  american: "bilt citi",
  ana: "amex",
  britishairways: "amex bilt capitalOne chase citi wellsFargo",
  cathay: "amex:0.8 bilt capitalOne citi wellsFargo",
  delta: "amex",
  emirates: "amex:0.8 bilt capitalOne:0.75 citi:0.8",
  etihad: "amex bilt capitalOne citi",
  finnair: "capitalOne",
  flyingblue: "amex bilt capitalOne chase citi wellsFargo",
  iberia: "amex bilt chase wellsFargo",
  jal: "bilt capitalOne:0.75 citi:0.75",
  jetblue: "amex:0.8 capitalOne:0.6 chase citi wellsFargo",
  lifemiles: "amex bilt capitalOne citi wellsFargo",
  qantas: "amex capitalOne citi",
  qatar: "amex bilt capitalOne citi",
  singapore: "amex capitalOne chase citi",
  spirit: "bilt",
  turkish: "bilt capitalOne citi",
  united: "bilt chase",
  virginatlantic: "amex bilt capitalOne chase citi wellsFargo",
};

/** Returns the transfer partners of a program; most programs without an American bank have none. */
export function transferPartnersOf(program: string): readonly TransferPartner[] {
  const transfers = transfersOf[program];
  if (transfers === undefined) return [];
  return transfers.split(" ").map((transfer) => {
    const [bank = "", ratio = "1"] = transfer.split(":");
    return { currency: currencies[bank] ?? bank, ratio: Number(ratio) };
  });
}
