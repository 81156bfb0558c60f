import type { EntityManager } from 'typeorm';
import type { AiPort } from '../../infra/ai/port.ts';
import type { Transaction } from '../../infra/database/port.ts';
import type { RetainedTable } from '../../infra/database/table.ts';
import type { DocumentReader } from '../../infra/documents/port.ts';
import type { MarketplacePort } from '../../infra/marketplace/port.ts';
import type { BillingCatalogue, PaymentGateways } from '../../infra/payments/port.ts';
import type { Call } from './call.ts';
import type { ChangeEvent } from './change-events.ts';
import type { Command } from './command.ts';
import type { Sender } from './sender.ts';

/** Anything SQL can be run on: a transaction's manager or the pool's. Stores take this. */
export type Db = Pick<EntityManager, 'query'>;

/** An open transaction. What is enqueued, published and audited is written with its last statement, before the commit. */
export type Tx = Transaction<Command, ChangeEvent>;

/** Source of the present moment for due times, ages and days. */
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

/** Wake-up calls between processes; losing one costs at most a sweep. */
interface Notifications {
  subscribe(topic: string, onWake: () => void): () => void;
  notify(topic: string): void;
}

/** What operations may reach; made once in each process's composition root. */
export interface Deps {
  /** Runs work in one transaction; a deadlock or serialization failure is tried again. */
  transaction<T>(call: Call, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The pool, for reads that need no transaction. */
  db: Db;
  /** Both of the above, shared out in turns between keys: for what one partner may have a thousand of at once. */
  fairShare(key: string): Pick<Deps, 'transaction' | 'db'>;
  clock: Clock;
  ids: Ids;
  ai: AiPort;
  notifications: Notifications;
  /** Number of this process's advisory lock, by which others see that it lives; null while it is not held. */
  instance(): number | null;
  /** A request waits no longer than this for work that goes on without it, milliseconds. */
  longestWaitMs: number;
  /** Fires first when the process is told to stop: what is under way is finished, nothing new is begun. */
  stopping: AbortSignal;
  /** Encrypts what must be read again (answers kept for repeats, signing secrets). AES-256-GCM. */
  secrets: SecretBox;
  /** Binary logarithm of N in scrypt, which new passwords are kept by. */
  passwordLogN: number;
  /** How long a drain of a webhook waits for more before it ends, milliseconds; the drain's own time when absent. */
  drainLingerMs?: number;
  /** Calls addresses that partners name. */
  sender: Sender;
  /** Reads listings of the marketplace. */
  marketplace: MarketplacePort;
  /** Reads documents that partners upload. */
  documents: DocumentReader;
  /** Whose events about payments are believed, and what they mean. */
  gateways: PaymentGateways;
  /** What can be bought. */
  billing: BillingCatalogue;
  /** Page of the Temporal Web UI below which each run has its own; null: there is none. */
  runsUrl: string | null;
  /** Tables whose rows are kept for a time only. */
  retained: readonly RetainedTable[];
  /** Counts for the operators. */
  meters: Meters;
  /** What other areas give a new partner, each in the transaction that makes it. */
  onPartnerCreated: readonly ((tx: Tx, partnerId: number) => Promise<void>)[];
}

/** What operators want counted, whichever process does the work. */
export interface Meters {
  /** An analysis has ended: `completed`, `completed_without_comment` where one was asked for, or the class of what failed. */
  analysisEnded(outcome: string): void;
  /** A gateway's event was `received`, a `duplicate` or `refused`, or what has become of it: `applied`, `waiting`, … */
  paymentEvent(gateway: string, outcome: string): void;
  /** An attempt to deliver an event to a webhook has ended. */
  deliveryAttempted(attempt: DeliveryAttempt): void;
}

/** An attempt to deliver, as operators count it. */
export interface DeliveryAttempt {
  /** `succeeded`, or the class of what failed. */
  outcome: string;
  durationMs: number;
  /** From the event to the start of its first attempt; null for later attempts. */
  firstWaitMs: number | null;
}

/** Seals what must be read again. */
export interface SecretBox {
  seal(plaintext: string): Buffer;
  /** Throws when the text was sealed under another key or was changed. */
  open(sealed: Buffer): string;
  /** 32 bytes by which content is recognised again; without the key nobody can try what it was. */
  fingerprint(content: Buffer): Buffer;
}
