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

/** Something of a partner that changed, of which those who follow the partner hear. */
export interface ChangeNotification {
  partnerId: number;
  kind: string;
  uri: string | null;
  action: string | null;
}

/** A platform event that partners can subscribe to; it is written in the transaction of the change it tells of. */
interface PlatformEvent {
  partnerId: number;
  type: string;
  data: Record<string, unknown>;
  /** Triggers whose work it is a result of, first to last. */
  triggers?: readonly number[];
}

/** An event with its id, as those are given it who want it. */
export type PublishedEvent = PlatformEvent & { id: string };

/** The record that a transaction makes. */
interface CreatedResource {
  type: string;
  id: number | string;
}

/** A statement that goes out with the commit. It must raise where nothing may be committed, since its answer comes too late to decide. */
export interface CommitStatement {
  text: string;
  values: unknown[];
  /** What to throw where it raised this SQLSTATE with this detail; undefined: the database's own error. */
  refusal?(code: string, detail: string): Error | undefined;
}

/** An open transaction. What is enqueued, published and audited is written with its last statement, before the commit. */
export interface Transaction<Command, Change extends ChangeNotification = ChangeNotification> {
  em: EntityManager;
  /** The moment of the transaction, from the clock. */
  now: Date;
  /**
   * Runs a statement in one round trip with the commit, after everything else, in the order of these calls: rows that many wait for are
   * locked here. It raises where nothing may be committed.
   */
  beforeCommit(statement: CommitStatement): void;
  /** Asks the durable engine for something once the transaction has committed. */
  enqueue(command: Command): void;
  /** Records an event for the partner's subscribers; returns its id, `evt_` + ULID. */
  publish(event: PlatformEvent): string;
  /** Records who did what to which record. */
  audit(record: AuditedRecord): void;
  /** Says that nothing was changed after all: what the operation declares for the audit log and for announcement is left out. */
  unchanged(): void;
  isUnchanged(): boolean;
  /** Tells those who follow a partner what changed; nothing is written where nobody does. */
  emit(changes: Change | readonly Change[]): void;
  /** Runs after the commit; its failure is logged and changes nothing. */
  afterCommit(effect: () => void): void;
  /** Wakes the subscribers of a topic after the commit, on every process. */
  notify(topic: string): void;
  /** Ties the caller's Idempotency-Key to the record this transaction makes, so that a repeat after a crash finds it. */
  made(resource: CreatedResource): void;
}

/** Topic on which those who follow a partner are woken when something of it was announced. */
export function followersTopic(partnerId: number): string {
  return `mcp:${partnerId}`;
}
