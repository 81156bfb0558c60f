import type { EntityManager } from 'typeorm';
import type { AiPort } from '../../infra/ai/port.ts';
import type { Transaction } from '../../infra/database/port.ts';
import type { RetainedTable } from '../../infra/database/table.ts';
import type { DocumentReader } from '../../infra/documents/port.ts';
import type { ImageEncoder } from '../../infra/images/port.ts';
import type { MailPort } from '../../infra/mail/port.ts';
import type { MarketplacePort } from '../../infra/marketplace/port.ts';
import type { BillingCatalogue, PaymentGateways, PaymentPages } from '../../infra/payments/port.ts';
import type { SecretBox } from '../../infra/secrets/secret-box.ts';
import type { Call } from './call.ts';
import type { ChangeEvent } from './change-events.ts';
import type { Command } from './command.ts';
import type { Invoicing } from './invoicing.ts';
import type { Limits } from './limits.ts';

/** Anything that runs SQL: a transaction's manager or the pool's. */
export type Db = Pick<EntityManager, 'query'>;

/** An open transaction. Commands, events and audit lines are written with the last statement, before the commit. */
export type Tx = Transaction<Command, ChangeEvent>;

/** Current time for due times, ages and days. */
interface Clock {
  now(): Date;
}

/** Source of random identifiers. */
export interface Ids {
  uuid(): string;
  /** Sortable id, 26 characters of Crockford base32. */
  ulid(now: Date): string;
  /** Characters of base62 from a CSPRNG, without bias. */
  base62(length: number): string;
}

/** Wake-up calls between processes. A lost one delays work until the next sweep at most. */
interface Notifications {
  subscribe(topic: string, onWake: () => void): () => void;
  notify(topic: string): void;
}

/** What operations can use; built once per process in its composition root. */
export interface Deps {
  /** Runs work in one transaction. Deadlocks and serialization failures are retried. */
  transaction<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The pool, for reads that need no transaction. */
  db: Db;
  /**
   * Both of the above, shared fairly between keys: for work of which one partner may queue a thousand items at once.
   */
  fairShare(key: string): Pick<Deps, 'transaction' | 'db'>;
  /** Reads for files and long records: of one key one statement at a time, since each may take a core of the database. */
  bulkReads(key: string): Db;
  clock: Clock;
  ids: Ids;
  ai: AiPort;
  notifications: Notifications;
  /** Number of this process's advisory lock, which shows others that it is alive; null while it is not held. */
  instance(): number | null;
  /** How long a request waits for work that continues without it, milliseconds. */
  longestWaitMs: number;
  /** Fires first on shutdown: finish what is in progress, start nothing new. */
  stopping: AbortSignal;
  /** Encrypts what must be readable later (stored responses, signing secrets). AES-256-GCM. */
  secrets: SecretBox;
  /** How many records of a kind a partner may have. */
  limits: Limits;
  /** Binary logarithm of N in scrypt, for hashing new passwords. */
  passwordLogN: number;
  /**
   * How long a webhook drain waits for more events before it ends, milliseconds; the drain's own default when absent.
   */
  drainLingerMs?: number;
  /** How people sign in. */
  identity: Identity;
  /** Calls addresses that partners name. */
  sender: Sender;
  /** Sends mails to people; see `queueMail`. */
  mail: MailPort;
  /** Reads listings of the marketplace. */
  marketplace: MarketplacePort;
  /** Reads documents that partners upload. */
  documents: DocumentReader;
  /** Draws images anew that partners upload. */
  images: ImageEncoder;
  /** Gateways whose payment events are accepted, and how to interpret them. */
  gateways: PaymentGateways;
  /** The pages on which people pay; null where no gateway has any. */
  paymentPages: PaymentPages | null;
  /** What can be bought. */
  billing: BillingCatalogue;
  /** The operator's settings of invoices. */
  invoicing: Invoicing;
  /** Hours from the end of a month until the Schedule bills its use. */
  billingGraceHours: number;
  /** Payment terms of new partners, and of those whose own are cleared. */
  paymentTermsDays: number;
  /** Base page of the Temporal Web UI under which each run has a page; null when there is none. */
  runsUrl: string | null;
  /** Tables whose rows are deleted after a retention period. */
  retained: readonly RetainedTable[];
  /** Metrics for the operators. */
  meters: Meters;
  /** What other areas create for a new partner, each in the transaction that creates it. */
  onPartnerCreated: readonly ((tx: Tx, partnerId: number) => Promise<void>)[];
  /** What other areas do when an invited person joins, each in the transaction of that. */
  onInvitationAccepted: readonly ((tx: Tx, accepted: AcceptedInvitation) => void)[];
  /** What other areas do when the sign-in or the role of a person changes, each in the transaction of that. */
  onSecurityChange: readonly ((tx: Tx, change: AccountChange) => void)[];
}

/** A change of how a person signs in, or of what the person may do. */
export interface AccountChange {
  partnerId: number;
  userId: number;
  /** What was changed, such as `password_changed`. */
  change: string;
  /** What the changed thing is called; null: there is nothing to say. */
  detail: string | null;
}

/** An invited person who has joined. */
export interface AcceptedInvitation {
  partnerId: number;
  userId: number;
  name: string;
  /** Who sent the invitation; null where that is not known. */
  invitedBy: number | null;
}

/** How people sign in. */
interface Identity {
  /** `external`: OAUTH_ISSUER names it, and passwords and second factors are its own. */
  issuer: 'own' | 'external';
  /** Origin under which browsers reach the service; no trailing slash. */
  publicUrl: string;
}

/** Metrics for the operators, recorded by whichever process does the work. */
export interface Meters {
  /**
   * An analysis has finished: `completed`, `completed_without_comment` when the requested comment is missing, or the
   * failure class.
   */
  analysisEnded(outcome: string): void;
  /**
   * A gateway's event was `received`, a `duplicate` or `refused`, or has reached a processing state: `applied`,
   * `waiting`, …
   */
  paymentEvent(gateway: string, outcome: string): void;
  /**
   * The query of a search by meaning was `embedded`, or `failed`; or it was `skipped`, since the provider has not answered
   * for a while.
   */
  queryEmbedded(outcome: 'embedded' | 'failed' | 'skipped'): void;
  /** An attempt to deliver an event to a webhook has finished. */
  deliveryAttempted(attempt: DeliveryAttempt): void;
}

/** A delivery attempt, for metrics. */
export interface DeliveryAttempt {
  /** `succeeded`, or the failure class. */
  outcome: string;
  durationMs: number;
  /** From the event to the start of its first attempt; null for later attempts. */
  firstWaitMs: number | null;
}

/** Result of calling a partner's address. */
export interface SendResult {
  /** null when no response came. */
  responseCode: number | null;
  /**
   * Failure class; `http` for a response that is not a success; `busy` when the host had no free slot, so that nothing
   * was sent; null for a success.
   */
  errorClass: string | null;
  /** A sentence for the partner; null for a success. */
  error: string | null;
  /** Start of the response body. */
  excerpt: string | null;
  /** Headers of the response, at most 2 KiB and without cookies; null when no response came. */
  responseHeaders: Record<string, string> | null;
  durationMs: number;
  /** Retry-After of the endpoint in milliseconds; null when absent. */
  retryAfterMs: number | null;
}

/** Calls partners' addresses; all other outbound calls to them are forbidden. */
export interface Sender {
  /**
   * Posts a body. Each host serves the partners in `onBehalfOf` round robin. Never throws: errors are part of the
   * result.
   */
  send(message: {
    url: string;
    headers: Record<string, string>;
    body: string;
    onBehalfOf: string;
    /** The span that it is sent for; absent: the active one. */
    traceparent?: string | null;
  }): Promise<SendResult>;
  /** Why the service does not call this address; null when it does. */
  objection(url: string): Promise<string | null>;
}
