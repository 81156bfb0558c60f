import type { EntityManager } from 'typeorm';

export { isUnavailable } from './errors.ts';

/** A record that was changed. The audit log has the name of the operation or step as the action. */
export interface AuditedRecord {
  type: string;
  id: string | number;
  /** Whose record it is; the actor's own partner unless given (administrators act on a partner that they name). */
  partnerId?: number | null | undefined;
  details?: Record<string, unknown> | undefined;
}

/** A change of a partner's data, for the subscribers of the partner. */
export interface ChangeNotification {
  partnerId: number;
  kind: string;
  uri: string | null;
  action: string | null;
}

/** A platform event that partners can subscribe to; it is written in the transaction of its change. */
interface PlatformEvent {
  partnerId: number;
  type: string;
  data: Record<string, unknown>;
  /** Triggers that led to the event, first to last. */
  triggers?: readonly number[];
}

/** An event with its id, as subscribers receive it. */
export type PublishedEvent = PlatformEvent & { id: string };

/** The record that a transaction creates. */
interface CreatedResource {
  type: string;
  id: number | string;
}

/** A statement sent together with COMMIT. To prevent the commit it must raise, since its result arrives too late. */
export interface CommitStatement {
  text: string;
  values: unknown[];
  /** The error to throw for this SQLSTATE and detail; undefined: the database's own error. */
  refusal?(code: string, detail: string): Error | undefined;
}

/** An open transaction. What is enqueued, published and audited is written with its last statement, before the commit. */
export interface Transaction<Command, Change extends ChangeNotification = ChangeNotification> {
  em: EntityManager;
  /** The moment of the transaction, from the clock. */
  now: Date;
  /**
   * Runs a statement in one round trip with the commit, after everything else, in the order of these calls. Lock contended rows
   * here. It must raise to prevent the commit.
   */
  beforeCommit(statement: CommitStatement): void;
  /** Asks the durable engine for something once the transaction has committed. */
  enqueue(command: Command): void;
  /** Records an event for the partner's subscribers; returns its id, `evt_` + ULID. */
  publish(event: PlatformEvent): string;
  /** Records who did what to which record. */
  audit(record: AuditedRecord): void;
  /** Marks the operation as without effect: it writes no audit entry and emits no change events. */
  unchanged(): void;
  isUnchanged(): boolean;
  /** Emits change events to the subscribers of a partner; nothing is written when there are none. */
  emit(changes: Change | readonly Change[]): void;
  /** Runs after the commit; its failure is logged and changes nothing. */
  afterCommit(effect: () => void): void;
  /** Wakes the subscribers of a topic after the commit, on every process. */
  notify(topic: string): void;
  /** Links the caller's Idempotency-Key to the record that this transaction creates, so that a retry after a crash finds it. */
  made(resource: CreatedResource): void;
}

/** Topic that wakes the subscribers of a partner after a change event. */
export function followersTopic(partnerId: number): string {
  return `mcp:${partnerId}`;
}

/** First number of the advisory locks that mark live processes; the second identifies the process. */
export const INSTANCE_LOCK_CLASS = 7_310;
