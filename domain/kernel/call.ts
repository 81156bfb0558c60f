import type { Permission, Role } from './permissions.ts';

/** A partner's API key, as the edge authenticated it. */
export interface KeyActor {
  kind: 'partner_key';
  partnerId: number;
  keyId: number;
  /** The first key of a chain of rotations; daily credit use is counted on it. */
  keyFamilyId: number;
  /** null: all capabilities of the partner. */
  scopedCapabilities: readonly string[] | null;
  /** null: no daily cap. Credits. */
  dailyCreditLimit: number | null;
  sandbox: boolean;
}

/** A person who came through OAuth. */
export interface UserActor {
  kind: 'user';
  partnerId: number;
  userId: number;
  role: Role;
  /** What the partner may spend on; null: everything. */
  scopedCapabilities: readonly string[] | null;
}

/** A program of a partner that came through OAuth on its own behalf (client credentials). */
export interface ClientActor {
  kind: 'client';
  partnerId: number;
  /** The client's row; its public `client_id` is another thing. */
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

/** On whose authority something is done. */
export type Actor = KeyActor | UserActor | ClientActor | AdminActor | FeedActor | SystemActor;

/** The permission of an operation: one of the partner's permissions, administrators only, any partner credential, or a feed's token. */
export type RequiredPermission = Permission | 'administrator' | 'partner' | 'calendar_feed';

/** Handle on the Idempotency-Key row of the request, marked inside the business transaction. */
interface IdempotencyHandle {
  rowId: number;
  /** Fences the mark: a process that lost the row to another must not commit the work a second time. */
  lockToken: string;
}

/** Who calls, and under which request. */
export interface Call {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
  idempotency?: IdempotencyHandle;
  /** Name of the operation or step that is carried out. */
  operation?: string | undefined;
  /** The same for every attempt of the work, so that whom it asks can recognise a repeat. */
  idempotencyKey?: string | undefined;
  /** The work is a sandbox key's, whatever credential asks for it. */
  sandbox?: true | undefined;
  /** Tells staff how far the work is. */
  report?: ((progress: unknown) => void) | undefined;
  /** Tells staff of an error that nobody expected and that the work goes on without. */
  warn?: ((error: unknown, message: string) => void) | undefined;
}

/** Whether the call came through a sandbox key, or is to be treated like that: its work costs nothing. */
export function isSandbox({ actor, sandbox }: Pick<Call, 'actor' | 'sandbox'>): boolean {
  return sandbox === true || (actor.kind === 'partner_key' && actor.sandbox);
}

/** The call as a sandbox key would have made it. */
export function inSandbox(call: Call): Call {
  return { ...call, sandbox: true };
}

/** A call of the service itself, for work that no request is waiting for. */
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
