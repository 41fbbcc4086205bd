import { type TaxCurrency, usdCentsOf } from "../../fares/exchange.ts";
import type { ProgramCode } from "./program.ts";

type AwardLevel = "saver" | "standard" | "dynamic";

/** Fee per traveler with a seat: money, a number of miles, or a share of the traveler's miles. */
type Fee =
  | { readonly amount: number; readonly currency: TaxCurrency }
  | { readonly miles: number }
  | { readonly share: number };

interface AwardRules {
  /** For the return of the miles. */
  readonly cancel: Fee;
  /** Added to the difference in miles. */
  readonly change: Fee;
  /** Levels with other fees. */
  readonly levels?: Partial<Record<AwardLevel, { readonly cancel: Fee; readonly change: Fee }>>;
  /** True if a cancellation returns taxes and carrier surcharges. Booking fees are never returned. */
  readonly returnsTaxes: boolean;
  readonly basis: "published" | "modelled";
}

const usd = (amount: number): Fee => ({ amount, currency: "USD" });
const money = (amount: number, currency: TaxCurrency): Fee => ({ amount, currency });
const none = usd(0);
const free = { cancel: none, change: none };

const published = (cancel: Fee, change: Fee): AwardRules => ({
  cancel,
  change,
  returnsTaxes: true,
  basis: "published",
});
const modeled = (cancel: Fee, change: Fee): AwardRules => ({ cancel, change, returnsTaxes: true, basis: "modelled" });

/**
 * Fees for the cancellation and the change of awards before departure, for members without status.
 *
 * Published: the highest fee that One Mile at a Time, "award ticket change and redeposit fees" (2025), lists for the program; Qatar Airways'
 * page "Award ticket fees" (more than 24 hours before departure); Fenex Points for JetBlue and United. Modeled: general knowledge of 2026, or
 * the level of similar programs.
 */
const rules: Readonly<Record<ProgramCode, AwardRules>> = {
  aeroplan: published(money(150, "CAD"), money(100, "CAD")),
  aeromexico: modeled(usd(60), usd(60)),
  alaska: published(none, none),
  american: published(none, none),
  ana: published({ miles: 3000 }, none),
  azul: modeled(usd(50), usd(50)),
  britishairways: published(usd(55), usd(55)),
  cathay: published(usd(120), usd(50)),
  connectmiles: modeled(usd(100), usd(75)),
  delta: published(none, none),
  emirates: { ...published(usd(75), usd(25)), levels: { standard: free } },
  ethiopian: modeled(usd(50), usd(30)),
  etihad: published({ share: 0.1 }, money(100, "AED")),
  eurobonus: modeled(usd(55), usd(55)),
  finnair: modeled(money(50, "EUR"), money(50, "EUR")),
  flyingblue: published(money(70, "EUR"), money(70, "EUR")),
  frontier: { ...modeled(usd(75), usd(75)), returnsTaxes: false },
  iberia: modeled(money(25, "EUR"), money(25, "EUR")),
  jal: modeled(money(3100, "JPY"), money(3100, "JPY")),
  jetblue: published(none, none),
  korean: modeled({ miles: 3000 }, none),
  lifemiles: { ...published(usd(200), usd(150)), levels: { saver: { cancel: usd(50), change: usd(150) } } },
  lufthansa: modeled(money(50, "EUR"), money(50, "EUR")),
  qantas: modeled({ miles: 6000 }, { miles: 5000 }),
  qatar: published(usd(25), usd(25)),
  saudia: modeled(usd(50), usd(30)),
  singapore: { ...modeled(usd(75), usd(25)), levels: { standard: { cancel: usd(50), change: none } } },
  smiles: modeled(usd(60), usd(60)),
  spirit: { ...modeled(usd(110), usd(110)), returnsTaxes: false },
  turkish: modeled(usd(25), usd(25)),
  united: published(none, none),
  velocity: modeled(money(60, "AUD"), money(35, "AUD")),
  virginatlantic: modeled(usd(70), usd(70)),
};

/** A fee of a traveler with a seat, of whom one part is 0. */
interface AwardFee {
  usdCents: number;
  miles: number;
}

export interface AwardFees {
  cancel: AwardFee;
  change: AwardFee;
  returnsTaxes: boolean;
}

/** Returns the fees of an award. @param miles of one traveler with a seat */
export function awardFeesOf(program: ProgramCode, level: AwardLevel, miles: number): AwardFees {
  const { cancel, change, levels, returnsTaxes } = rules[program];
  const own = levels?.[level] ?? { cancel, change };
  return { cancel: feeOf(own.cancel, miles), change: feeOf(own.change, miles), returnsTaxes };
}

function feeOf(fee: Fee, miles: number): AwardFee {
  if ("share" in fee) return { usdCents: 0, miles: Math.min(miles, Math.ceil(miles * fee.share)) };
  if ("miles" in fee) return { usdCents: 0, miles: Math.min(miles, fee.miles) };
  return { usdCents: usdCentsOf(fee.amount, fee.currency), miles: 0 };
}
