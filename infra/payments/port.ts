/** A payment gateway with an adapter. */
export type GatewayName = 'stripe' | 'generic';

/** Which of a gateway's secrets an event was signed with; the previous ones are those that are being replaced. */
export type SigningSecret = 'current' | 'previous';

/** A request that claims to come from a gateway. */
export interface GatewayRequest {
  method: 'GET' | 'POST';
  /** By names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Query string without the question mark, as it was sent. */
  query: string;
  /** The exact bytes, which the signature is over. */
  body: Buffer;
}

/** The content of a request with a valid signature. */
export type Received =
  | {
      kind: 'event';
      /** The gateway's own; the same for every delivery of the event. */
      id: string;
      /** As the gateway calls it. */
      type: string;
      /** JSON that `read` takes, now and after any later release. */
      payload: string;
    }
  /** The gateway verifies the address; the text is returned. */
  | { kind: 'challenge'; text: string };

/** The signature is missing, wrong, or too old. The message is for the caller. */
export class SignatureRefused extends Error {}

/** A challenge, for which nobody signs, is too long. The message is for the caller. */
export class ChallengeRefused extends Error {}

/** The signature holds, but there is no event in the request. The message is for the caller. */
export class UnreadableEvent extends Error {
  readonly isJson: boolean;

  constructor(message: string, { isJson }: { isJson: boolean }) {
    super(message);
    this.isJson = isJson;
  }
}

/** What was bought, as far as the gateway reports it; the billing catalogue has the rest. */
export interface Product {
  /** The gateway's name of a price. */
  price: string | null;
  /** How many of it, at least 1. */
  quantity: number;
  billingType: string | null;
  /** Whole credits. */
  credits: number | null;
  plan: string | null;
}

/** A line of a bill: so many of a price. */
export interface PaidLine {
  /** The gateway's name of a price. */
  price: string | null;
  /** At least 0. */
  quantity: number;
  /** In the gateway's units, to compare lines of one bill; null where it is not reported. */
  amount: number | null;
  /** The difference that a change of a subscription costs within its period. */
  isProration: boolean;
}

/** An amount of money as a decimal string, and its currency in capitals. */
export interface Money {
  amount: string;
  currency: string;
}

/** Tax that a gateway has charged; decimal strings in the currency of the payment. */
export interface GatewayTax {
  amount: string;
  /** A fraction; null where the event names none. */
  rate: string | null;
  /** What it was charged on; null where the event does not say. */
  taxable: string | null;
}

/** What a plan costs for each of its periods, tax included, minor units. */
export interface PlanPrice {
  amountMinor: number;
  currency: string;
  interval: 'month' | 'year';
}

/** What can be bought, with the names that gateways have for prices. */
export interface BillingCatalogue {
  packs: readonly { name: string; credits: number; amountMinor: number; currency: string; prices: readonly string[] }[];
  /** A plan without a price is not on sale; payments for it are understood all the same. */
  plans: readonly { plan: string; prices: readonly string[]; price?: PlanPrice | undefined }[];
}

/** What a gateway reports, in terms that all gateways share. */
export type GatewayFact =
  | ({
      kind: 'paid';
      /** Names the order. */
      reference: string;
      /** The subscription that it is a payment for. */
      subscription: string | null;
      product: Product;
      /** All lines of the bill; empty where the event has none. */
      lines: readonly PaidLine[];
      /** Decimal string: before discounts and tax; null where it is not reported. */
      subtotal: string | null;
      /** Names the payment among several for one order; null where the gateway does not name payments. */
      payment: string | null;
      scope: PaymentScope;
      /** What is to be paid in all, a decimal string; absent: the amount. The amount is what was paid of it so far. */
      total?: string;
      /** The payments that the amount is of, where the event has several. */
      parts?: readonly { payment: string; amount: string }[];
      /** Tax within the total, by rate; empty where none is reported. */
      taxes: readonly GatewayTax[];
    } & Money)
  /**
   * `isTotal`: the amount is all that has been refunded of the charge so far, not what was refunded now; a bill may have several
   * charges. `credits`: so many go back, whatever the amount.
   */
  | ({ kind: 'refunded'; isTotal: boolean; charge: string | null; credits: number | null } & Money)
  /** A refund came to nothing: its money is back. `refund` is the same in all events about it. */
  | ({ kind: 'refund_failed'; refund: string; charge: string | null } & Money)
  /** Events about the subject `payment` belong to this purchase: the payment, or its `share`, was made for it. */
  | { kind: 'linked'; payment: string; share?: Money }
  | ({ kind: 'disputed' | 'dispute_won' | 'dispute_lost'; dispute: string; payment: string | null } & Money)
  | {
      kind: 'subscribed';
      subscription: string;
      product: Product;
      /** All that the subscription is to, the plan and what is added to it, by the gateway's names of prices. */
      prices: readonly string[];
      /** When the subscription was made, ISO 8601; null where the event does not say. */
      since: string | null;
    }
  | { kind: 'unsubscribed'; subscription: string };

/** What a paid amount is of: one payment, a checkout, or a bill, which may be paid by several payments. */
export type PaymentScope = 'payment' | 'checkout' | 'bill';

/** A fact, and what it is about. */
export interface GatewayStatement {
  fact: GatewayFact;
  /** The purchase or subscription: the same in every event about it, unique within the gateway. At most 300 characters. */
  subject: string;
  /** All ids that the event has for the purchase; each event about one of them counts for the same purchase. */
  names: readonly string[];
  /** The one of them that names a bill; a purchase has at most one bill. */
  bill: string | null;
  /** null: other events about the same subject name the partner. */
  partnerId: number | null;
  occurredAt: Date;
}

/** A parsed event: a statement, ignored, or invalid. The messages hold no text of the event. */
export type Reading = { statement: GatewayStatement } | Ignored | Invalid;

/** An event that changes nothing in the books. */
export interface Ignored {
  ignored: string;
  /** It says that a payment of this partner has failed; `reference` is what it was for, where the event has a name that people know. */
  failedPayment?: { partnerId: number; reference: string | null };
}

/** An event that cannot be understood: a sentence for administrators, and the partner whom it names all the same. */
export interface Invalid {
  invalid: string;
  partnerId?: number | null;
}

/** A payment gateway: verifies its requests and parses its events. */
export interface PaymentGateway {
  /** Whether a signing secret is configured; otherwise its path answers 404. */
  isOpen: boolean;
  /** Verifies the signature. Throws SignatureRefused and UnreadableEvent. */
  receive(request: GatewayRequest, now: Date): Promise<Received>;
  /** Parses a payload that `receive` returned. Pure. */
  read(payload: string): Reading;
}

/** The gateways by name. */
export type PaymentGateways = Readonly<Record<GatewayName, PaymentGateway>>;

/** What somebody is sent to a gateway's page to pay. */
export interface CheckoutOrder {
  /** Names the checkout; the same in every attempt, so that the gateway opens one page for it. At most 60 characters. */
  key: string;
  partnerId: number;
  /** What is paid for, as the page shows it. */
  description: string;
  billingType: string;
  /** Of one, tax included, a decimal string. */
  unit: Money;
  /** Of all of them, a decimal string. */
  amount: string;
  quantity: number;
  /** Whole credits of all of them; null where it is for no pack. */
  credits: number | null;
  /** The plan, its period, and what the gateway calls its price; null where it is for none. */
  plan: { name: string; interval: PlanPrice['interval']; price: string | null } | null;
  /** The open invoice that is paid; null where it is for something new. */
  invoiceNumber: string | null;
  /** The gateway's name of the buyer, from `createCustomer`; null where it keeps none. */
  customer: string | null;
  /** Where the page leads after the payment, and where without one. */
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** A page of a gateway that is open to pay. */
interface OpenedCheckout {
  url: string;
  /** What the gateway's events call this payment. */
  payment: string;
}

/** Who buys, as the gateway keeps it. */
export interface Customer {
  partnerId: number;
  name: string;
  email: string | null;
}

/** The gateway cannot be reached or asks for patience; nothing was bought. */
export class GatewayUnavailable extends Error {}

/** Another request opens the same page at this moment. */
export class CheckoutInProgress extends Error {}

/** The gateway does not know the customer any more. */
export class UnknownCustomer extends Error {}

/** The pages of a gateway on which people pay. They move money; what was bought is granted by the gateway's events alone. */
export interface PaymentPages {
  gateway: GatewayName;
  /** Address of the console, to which people return; no trailing slash. */
  consoleUrl: string;
  /** Whether the gateway can sell a plan with these prices. */
  sellsPlan(prices: readonly string[]): boolean;
  /** Opens a page to pay. Throws GatewayUnavailable, CheckoutInProgress and UnknownCustomer. */
  open(order: CheckoutOrder, signal: AbortSignal): Promise<OpenedCheckout>;
  /** Pages on which people manage payment methods and subscriptions; null where the gateway has none. */
  portal: {
    /** Makes a customer; returns the gateway's name of it. Throws GatewayUnavailable. */
    createCustomer(customer: Customer, key: string, signal: AbortSignal): Promise<string>;
    /** Opens the portal of a customer; returns its address. Throws GatewayUnavailable and UnknownCustomer. */
    open(customer: string, returnUrl: string, signal: AbortSignal): Promise<string>;
  } | null;
}
