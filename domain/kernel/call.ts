import type { EntityManager } from 'typeorm';
import type { Permission, Role } from './permissions.ts';

/** A partner's API key, as authenticated by the API layer. */
export interface KeyActor {
  kind: 'partner_key';
  partnerId: number;
  keyId: number;
  /** The first key of the rotation family. Daily credit use is counted per family. */
  keyFamilyId: number;
  /** null: all capabilities of the partner. */
  scopedCapabilities: readonly string[] | null;
  /** null: no daily cap. Credits. */
  dailyCreditLimit: number | null;
  sandbox: boolean;
  /** The role whose permissions it has: that of the person who made it. null: all permissions. */
  role: Role | null;
}

/** A user who signed in through OAuth. */
export interface UserActor {
  kind: 'user';
  partnerId: number;
  userId: number;
  role: Role;
  /** What the partner may spend on; null: everything. */
  scopedCapabilities: readonly string[] | null;
  /** Set when the call came with a token of the console: only the person acts with those, no other program. */
  console?: ConsoleSession;
}

/** What a person's sign-in to the console left. */
export interface ConsoleSession {
  /** Row of the grant that the token belongs to; null with an external issuer. */
  grantId: number | null;
}

/** A partner's own program, authenticated through OAuth client credentials. */
export interface ClientActor {
  kind: 'client';
  partnerId: number;
  /** Id of the client's row, not its public `client_id`. */
  clientId: number;
  role: Role;
  /** What the partner may spend on; null: everything. */
  scopedCapabilities: readonly string[] | null;
}

/** An administrator of the service; belongs to no partner. */
export interface AdminActor {
  kind: 'administrator';
  adminKeyId: number;
}

/** A calendar application that reads the feed of a subscription by its token. */
export interface FeedActor {
  kind: 'calendar_feed';
  partnerId: number;
  subscriptionId: number;
}

/** The service itself: activities, the reconciler, schedules. */
interface SystemActor {
  kind: 'system';
  name: string;
}

/** The identity that a call acts as. */
export type Actor = KeyActor | UserActor | ClientActor | AdminActor | FeedActor | SystemActor;

/**
 * The permission of an operation: one of the partner's permissions, administrators only, any partner credential, people
 * who are signed in to the console, owners and admins there, or a feed's token.
 */
export type RequiredPermission =
  | Permission
  | 'administrator'
  | 'partner'
  | 'console'
  | 'console_admin'
  | 'calendar_feed';

/** Handle on the Idempotency-Key row of the request, marked inside the business transaction. */
interface IdempotencyHandle {
  rowId: number;
  /** Fences the mark: a process that lost the row to another must not commit the work a second time. */
  lockToken: string;
}

/** The caller and the request it belongs to. */
export interface Call {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
  idempotency?: IdempotencyHandle;
  /** Name of the operation or step being run. */
  operation?: string | undefined;
  /**
   * Throws PRECONDITION_FAILED where the record is not the one that the caller has read (`If-Match`). Asked in the
   * transaction of the change, under the lock of the record's row.
   */
  precondition?: ((db: Pick<EntityManager, 'query'>) => Promise<void>) | undefined;
  /** Set when the work belongs to a sandbox key, whichever credential makes the call. */
  sandbox?: true | undefined;
  /** Reports progress to staff. */
  report?: ((progress: unknown) => void) | undefined;
  /** Reports an unexpected error that does not stop the work. */
  warn?: ((error: unknown, message: string) => void) | undefined;
}

/** Whether the work is sandbox work, which costs nothing. */
export function isSandbox({ actor, sandbox }: Pick<Call, 'actor' | 'sandbox'>): boolean {
  return sandbox === true || (actor.kind === 'partner_key' && actor.sandbox);
}

/** The same call with sandbox rules. */
export function inSandbox(call: Call): Call {
  return { ...call, sandbox: true };
}

/** A call by the service itself, for work that no request waits for. */
export function systemCall(name: string, signal: AbortSignal = new AbortController().signal): Call {
  return { actor: { kind: 'system', name }, requestId: `system-${name}`, signal, operation: name };
}

/** Short name of an actor for records that say who did something, such as `partner_key:7`. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'partner_key':
      return `partner_key:${actor.keyId}`;
    case 'user':
      return `user:${actor.userId}`;
    case 'client':
      return `client:${actor.clientId}`;
    case 'administrator':
      return `administrator:${actor.adminKeyId}`;
    case 'calendar_feed':
      return `calendar_feed:${actor.subscriptionId}`;
    case 'system':
      return actor.name;
  }
}
