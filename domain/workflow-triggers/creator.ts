import { effectiveCapabilities } from '../credentials/authenticator.ts';
import type { Actor, Call, ClientActor, KeyActor, UserActor } from '../kernel/call.ts';
import type { Db } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { findClientCreator, findKeyCreator, findUserCreator } from './creator-store.ts';
import type { WorkflowTriggerRow } from './table.ts';

/** The credential whose authority a trigger has. */
export type Creator = Pick<WorkflowTriggerRow, 'user_id' | 'client_id' | 'lineage_id' | 'sandbox'>;

/** The fields of a trigger that identify its creator. */
export function creatorOf({ actor }: Pick<Call, 'actor'>): Creator {
  const noCreator = { user_id: null, client_id: null, lineage_id: null, sandbox: false };
  switch (actor.kind) {
    case 'partner_key':
      return { ...noCreator, lineage_id: actor.keyFamilyId, sandbox: actor.sandbox };
    case 'user':
      return { ...noCreator, user_id: actor.userId };
    case 'client':
      return { ...noCreator, client_id: actor.clientId };
    default:
      throw new AppError('FORBIDDEN', 'A partner credential is required.');
  }
}

/**
 * The creator with its current scope, role and limit; `ended` when the credential is revoked, expired, disabled or
 * gone.
 */
export async function findCreator(
  db: Db,
  now: Date,
  { partner_id: partnerId, user_id, client_id, lineage_id }: Creator & Pick<WorkflowTriggerRow, 'partner_id'>,
): Promise<Actor | 'ended' | 'suspended'> {
  const found =
    lineage_id !== null
      ? await keyActor(db, now, partnerId, lineage_id)
      : user_id !== null
        ? await userActor(db, partnerId, user_id)
        : client_id !== null
          ? await clientActor(db, partnerId, client_id)
          : undefined;
  if (!found) return 'ended';
  return found.suspended ? 'suspended' : found.actor;
}

interface Found<A extends Actor> {
  actor: A;
  suspended: boolean;
}

async function keyActor(
  db: Db,
  now: Date,
  partnerId: number,
  keyFamilyId: number,
): Promise<Found<KeyActor> | undefined> {
  const key = await findKeyCreator(db, now, partnerId, keyFamilyId);
  if (!key) return undefined;
  return {
    suspended: key.partner_status === 'suspended',
    actor: {
      kind: 'partner_key',
      partnerId,
      keyId: key.id,
      keyFamilyId,
      scopedCapabilities: effectiveCapabilities(key.scoped_capabilities, key.partner_capabilities),
      dailyCreditLimit: key.daily_credit_limit,
      sandbox: key.sandbox,
      role: key.role,
    },
  };
}

async function userActor(db: Db, partnerId: number, userId: number): Promise<Found<UserActor> | undefined> {
  const user = await findUserCreator(db, partnerId, userId);
  if (!user) return undefined;
  const { role, partner_capabilities: scopedCapabilities, partner_status } = user;
  return {
    suspended: partner_status === 'suspended',
    actor: { kind: 'user', partnerId, userId, role, scopedCapabilities },
  };
}

async function clientActor(db: Db, partnerId: number, clientId: number): Promise<Found<ClientActor> | undefined> {
  const client = await findClientCreator(db, partnerId, clientId);
  if (!client) return undefined;
  const { role, partner_capabilities: scopedCapabilities, partner_status } = client;
  return {
    suspended: partner_status === 'suspended',
    actor: { kind: 'client', partnerId, clientId, role, scopedCapabilities },
  };
}
