/** A payment gateway with an adapter. */
export type GatewayName = 'stripe' | 'generic';

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

/** An amount of money as a decimal string, and its currency in capitals. */
export interface Money {
  amount: string;
  currency: string;
}

/** What can be bought, with the names that gateways have for prices. */
export interface BillingCatalogue {
  packs: readonly { name: string; credits: number; amountMinor: number; currency: string; prices: readonly string[] }[];
  plans: readonly { plan: string; prices: readonly string[] }[];
}

/** What a gateway reports, in terms that all gateways share. */
export type GatewayFact =
  /** `reference` names the order; `subscription` the subscription that it is a payment for. */
  | ({ kind: 'paid'; reference: string; subscription: string | null; product: Product } & Money)
  /**
   * `isTotal`: the amount is all that has been refunded of the charge so far, not what was refunded now; a bill may have several
   * charges. `credits`: so many go back, whatever the amount.
   */
  | ({ kind: 'refunded'; isTotal: boolean; charge: string | null; credits: number | null } & Money)
  /** Events about the subject `payment` belong to this purchase: the payment, or a part of it, was made for it. */
  | { kind: 'linked'; payment: string }
  | ({ kind: 'disputed' | 'dispute_won' | 'dispute_lost'; dispute: string } & Money)
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

/** A fact, and what it is about. */
export interface GatewayStatement {
  fact: GatewayFact;
  /** The purchase or subscription: the same in every event about it, unique within the gateway. At most 300 characters. */
  subject: string;
  /** null: other events about the same subject name the partner. */
  partnerId: number | null;
  occurredAt: Date;
}

/** A parsed event: a statement, ignored, or invalid. The messages hold no text of the event. */
export type Reading = { statement: GatewayStatement } | { ignored: string } | { invalid: string };

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
