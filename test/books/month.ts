/**
 * A generated month of a partner, and what its books must be, calculated in whole numbers without any code of the
 * product. Quantities, prices and rates are in millionths.
 */

/** ISO 4217. */
const DIGITS = { EUR: 2, JPY: 0, KWD: 3, CLF: 4 } as const;
export type Currency = keyof typeof DIGITS;
const CURRENCIES = Object.keys(DIGITS) as Currency[];
const MILLION = 1_000_000n;

/** Who buys, and what tax follows from that by `TAX_RULES`. */
export interface Buyer {
  country: string;
  vatNumber: string | null;
  /** The partner's own rate. */
  rate: bigint;
  exemption: string | null;
}

const BUYERS: readonly Buyer[] = [
  { country: 'DE', vatNumber: null, rate: 0n, exemption: null },
  { country: 'FR', vatNumber: 'FR40303265045', rate: 0n, exemption: null },
  { country: 'AT', vatNumber: null, rate: 0n, exemption: null },
  { country: 'US', vatNumber: null, rate: 0n, exemption: null },
  { country: 'DE', vatNumber: null, rate: 81_000n, exemption: null },
  { country: 'DE', vatNumber: null, rate: 333_333n, exemption: null },
  { country: 'DE', vatNumber: null, rate: 0n, exemption: 'Exempt by law.' },
];

/** The operator's rules, as its file has them. */
export const TAX_RULES = {
  reverse_charge: 'Reverse charge.',
  rules: [
    { countries: ['DE'], dimensions: ['books'], rate: '0.07', category: 'S' },
    { countries: ['DE'], rate: '0.19', category: 'S' },
    { countries: ['US'], rate: '0', category: 'G', reason: 'Export.' },
  ],
  otherwise: { rate: '0.2', category: 'S' },
};

/** A record of metered use. */
interface Use {
  dimension: string;
  quantity: bigint;
  price: bigint;
  currency: Currency;
  day: number;
}

/** An order that was reported. */
export interface Order {
  billingType: 'subscription' | 'free_trial' | 'demo';
  amountMinor: bigint;
  currency: Currency;
  taxIncluded: boolean;
}

/** What is done with an invoice: shares of its total in thousandths, paid and given back. */
export interface Life {
  payments: bigint[];
  refunds: bigint[];
  isVoided: boolean;
}

/** A partner's month. */
export interface Month {
  buyer: Buyer;
  roundsByInvoice: boolean;
  uses: Use[];
  orders: Order[];
  /** One for each invoice that may come of it, in turn. */
  lives: Life[];
}

type Random = (below: number) => number;

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const LIVES: readonly Life[] = [
  { payments: [], refunds: [], isVoided: false },
  { payments: [], refunds: [], isVoided: true },
  { payments: [1_000n], refunds: [], isVoided: false },
  { payments: [400n], refunds: [], isVoided: false },
  { payments: [600n], refunds: [250n], isVoided: false },
  { payments: [300n, 1_000n], refunds: [], isVoided: false },
  { payments: [1_000n, 500n], refunds: [800n], isVoided: false },
  { payments: [1_000n], refunds: [333n, 100n], isVoided: false },
  { payments: [1_000n], refunds: [1_000n], isVoided: false },
];

/** The month of a seed. */
export function monthOf(seed: number): Month {
  const random = randomOf(seed);
  const oneOf = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const many = <Item>(most: number, make: () => Item) => Array.from({ length: random(most + 1) }, make);
  const currencies = [oneOf(CURRENCIES), oneOf(CURRENCIES)];
  return {
    buyer: oneOf(BUYERS),
    roundsByInvoice: random(2) === 1,
    uses: many(9, () => ({
      dimension: oneOf(['books', 'calls', 'Bytes']),
      // Whole ones often make halves of a minor unit.
      quantity: oneOf([BigInt(random(900)) * MILLION, BigInt(random(900_000_000))]),
      price: oneOf([1n, 5_000n, 333_333n, 1_000_000n, 1_234_567n, 99_990_000n]),
      currency: oneOf(currencies),
      day: 1 + random(31),
    })),
    orders: many(3, () => ({
      billingType: oneOf(['subscription', 'free_trial', 'demo'] as const),
      amountMinor: oneOf([0n, BigInt(random(20)) * 50n, BigInt(random(5_000_000))]),
      currency: oneOf(currencies),
      taxIncluded: random(2) === 1,
    })),
    lives: Array.from({ length: 8 }, () => oneOf(LIVES)),
  };
}

/** Tax of one kind; the reason is part of it. */
interface Tax {
  rate: bigint;
  category: string;
  reason: string | null;
}

/** The tax of what is sold, by `TAX_RULES`. */
function taxOf({ country, vatNumber, rate, exemption }: Buyer, dimension: string | null): Tax {
  if (rate > 0n) return { rate, category: 'S', reason: null };
  if (exemption !== null) return { rate: 0n, category: 'E', reason: exemption };
  if (vatNumber !== null && country !== 'DE') return { rate: 0n, category: 'AE', reason: 'Reverse charge.' };
  if (country === 'DE') return { rate: dimension === 'books' ? 70_000n : 190_000n, category: 'S', reason: null };
  if (country === 'US') return { rate: 0n, category: 'G', reason: 'Export.' };
  return { rate: 200_000n, category: 'S', reason: null };
}

/** A line in minor units. */
interface ExpectedLine {
  net: bigint;
  tax: bigint;
  kind: Tax;
}

/** An invoice before its payments, in minor units. */
export interface ExpectedInvoice {
  currency: Currency;
  billingType: string;
  lines: ExpectedLine[];
  net: bigint;
  tax: bigint;
  total: bigint;
}

function invoice(currency: Currency, billingType: string, lines: ExpectedLine[]): ExpectedInvoice {
  const net = sum(lines, (line) => line.net);
  const tax = sum(lines, (line) => line.tax);
  return { currency, billingType, lines, net, tax, total: net + tax };
}

/** The invoices of the month's use: one for each currency, by its code. */
export function invoicesOfUse({ uses, buyer, roundsByInvoice }: Month): ExpectedInvoice[] {
  const byCurrency = Map.groupBy(uses, ({ currency }) => currency);
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => {
      const groups = [...Map.groupBy(of, ({ dimension, price }) => `${dimension} ${String(price).padStart(20, '0')}`)];
      const before = new Map<string, bigint>();
      const lines = groups
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, group]): ExpectedLine => {
          const { dimension, price } = group[0] as Use;
          const quantity = sum(group, (use) => use.quantity);
          const net = rounded(quantity * price * scaleOf(currency), MILLION * MILLION);
          const kind = taxOf(buyer, dimension);
          if (!roundsByInvoice) return { net, kind, tax: rounded(net * kind.rate, MILLION) };
          const earlier = before.get(String(kind.rate)) ?? 0n;
          before.set(String(kind.rate), earlier + net);
          const until = (amount: bigint) => rounded(amount * kind.rate, MILLION);
          return { net, kind, tax: until(earlier + net) - until(earlier) };
        });
      return invoice(currency, 'marketplace_usage', lines);
    });
}

/** The invoice of an order. */
export function invoiceOfOrder(order: Order, buyer: Buyer): ExpectedInvoice {
  const kind = taxOf(buyer, null);
  const { amountMinor, currency, billingType, taxIncluded } = order;
  const net = taxIncluded ? rounded(amountMinor * MILLION, MILLION + kind.rate) : amountMinor;
  const tax = taxIncluded ? amountMinor - net : rounded(net * kind.rate, MILLION);
  return invoice(currency, billingType, [{ net, tax, kind }]);
}

/** Payments and refunds of an invoice in minor units; those of nothing are not made. */
export function eventsOf({ total }: ExpectedInvoice, { payments, refunds }: Life) {
  const part = (share: bigint) => (total * share) / 1_000n;
  const isSomething = (amount: bigint) => amount > 0n;
  const paid = payments.map(part).filter(isSomething);
  return { payments: paid, refunds: paid.length > 0 ? refunds.map(part).filter(isSomething) : [] };
}

/** How an invoice stands after its life, in minor units. */
export interface Standing {
  status: 'open' | 'paid' | 'void';
  paid: bigint;
  credited: bigint;
  /** Parts of it in turn. */
  credits: readonly bigint[];
  due: bigint;
  overpaid: bigint;
  /** What was paid, less what was given back. */
  kept: bigint;
}

/**
 * A refund gives back first what was paid too much; of an invoice that is not paid in full it lowers what was paid, of
 * others it is credited.
 */
export function standingOf(expected: ExpectedInvoice, life: Life): Standing {
  const { total } = expected;
  if (total === 0n) return { status: 'paid', paid: 0n, credited: 0n, credits: [], due: 0n, overpaid: 0n, kept: 0n };
  if (life.isVoided) return { status: 'void', paid: 0n, credited: 0n, credits: [], due: 0n, overpaid: 0n, kept: 0n };
  const { payments, refunds } = eventsOf(expected, life);
  const received = sum(payments, (amount) => amount);
  const refunded = sum(refunds, (amount) => amount);
  if (received < total)
    return {
      status: 'open',
      paid: received - refunded,
      credited: 0n,
      credits: [],
      due: total - received + refunded,
      overpaid: 0n,
      kept: received - refunded,
    };
  // Refunds give back what was overpaid first.
  let overpaid = received - total;
  const credits = refunds.map((refund) => {
    const ofExcess = smaller(refund, overpaid);
    overpaid -= ofExcess;
    return refund - ofExcess;
  });
  const credited = sum(credits, (credit) => credit);
  return { status: 'paid', paid: received, credited, credits, due: 0n, overpaid, kept: received - refunded };
}

/** What an invoice has of one kind of tax, and what was credited of it, minor units. */
interface KindOfTax {
  net: bigint;
  tax: bigint;
  creditedNet: bigint;
  creditedTax: bigint;
}

/**
 * Tax in credits of an invoice, one after the other: each is divided between the kinds of tax by what is left of them, down,
 * and the rest goes to the largest fractions; the tax of each kind is in proportion to all that was credited of it.
 */
export function taxCredited({ lines }: ExpectedInvoice, credits: readonly bigint[]): bigint {
  const kinds = linesByKind(lines).map(
    (of): KindOfTax => ({
      net: sum(of, ({ net }) => net),
      tax: sum(of, ({ tax }) => tax),
      creditedNet: 0n,
      creditedTax: 0n,
    }),
  );
  for (const credit of credits) {
    const left = kinds.map(({ net, tax, creditedNet, creditedTax }) => net + tax - creditedNet - creditedTax);
    const allLeft = sum(left, (amount) => amount);
    const parts = left.map((amount) => (credit * amount) / allLeft);
    const fractions = left.map((amount, index) => ({ index, fraction: (credit * amount) % allLeft }));
    fractions.sort((one, other) => Number(other.fraction - one.fraction) || one.index - other.index);
    let rest = credit - sum(parts, (part) => part);
    for (const { index } of fractions) {
      const part = parts[index] ?? 0n;
      if (rest === 0n || part >= (left[index] ?? 0n)) continue;
      parts[index] = part + 1n;
      rest -= 1n;
    }
    for (const [index, kind] of kinds.entries()) addCredit(kind, parts[index] ?? 0n);
  }
  return sum(kinds, ({ creditedTax }) => creditedTax);
}

function addCredit(kind: KindOfTax, amount: bigint): void {
  const gross = kind.net + kind.tax;
  if (gross === 0n || amount === 0n) return;
  const before = kind.creditedNet + kind.creditedTax;
  const until = (credited: bigint) => rounded(credited * kind.tax, gross);
  const wanted = until(before + amount) - until(before);
  const netLeft = kind.net - kind.creditedNet;
  const most = smaller(amount, kind.tax - kind.creditedTax);
  const tax = wanted > most ? most : wanted < amount - netLeft ? amount - netLeft : wanted;
  kind.creditedTax += tax;
  kind.creditedNet += amount - tax;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** Minor units as a decimal with all digits of the currency. */
export function decimalOf(minor: bigint, currency: Currency): string {
  const digits = DIGITS[currency];
  const text = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Minor units of a decimal; throws where it has more digits than the currency. */
export function minorOf(decimal: string, currency: Currency): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  if (fraction.length > DIGITS[currency]) throw new Error(`${decimal} has too many digits for ${currency}.`);
  return BigInt(whole + fraction.padEnd(DIGITS[currency], '0'));
}

/** Millionths as a decimal. */
export function decimalOfMillionths(value: bigint): string {
  const text = String(value).padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/**
 * Whether EN 16931 can say what an invoice has: two digits at most, and the tax of each kind less than one unit of the
 * currency from that of its sum, which rounding by line may exceed.
 */
export function fitsStandard({ currency, lines }: ExpectedInvoice): boolean {
  const unit = 10n ** BigInt(DIGITS[currency]) * MILLION;
  const isNear = (of: readonly ExpectedLine[]) => {
    const rate = of[0]?.kind.rate ?? 0n;
    const far = sum(of, ({ net }) => net) * rate - sum(of, ({ tax }) => tax) * MILLION;
    return far < unit && far > -unit;
  };
  return DIGITS[currency] <= 2 && linesByKind(lines).every(isNear);
}

/** Lines of the same kind of tax together. */
export function linesByKind(lines: readonly ExpectedLine[]): ExpectedLine[][] {
  return [...Map.groupBy(lines, ({ kind }) => `${kind.rate} ${kind.category} ${kind.reason}`).values()];
}

export function sum<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}

function scaleOf(currency: Currency): bigint {
  return 10n ** BigInt(DIGITS[currency]);
}

/** The quotient of numbers of at least 0, rounded half to even. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const [quotient, twice] = [dividend / divisor, (dividend % divisor) * 2n];
  if (twice !== divisor) return twice > divisor ? quotient + 1n : quotient;
  return quotient + (quotient % 2n);
}
