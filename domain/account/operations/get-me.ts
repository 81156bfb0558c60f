import type { Actor } from '../../kernel/call.ts';
import type { Db } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ROLE_PERMISSIONS } from '../../kernel/permissions.ts';
import { findClientById } from '../../oauth/client-store.ts';
import { findKeyById } from '../../partner-keys/store.ts';
import { getPartnerById } from '../../partners/target.ts';
import { findUser } from '../../users/store.ts';
import type { Me } from '../types.ts';

/** Who the credential stands for, and what it permits. */
export const getMe = operation({
  name: 'account.get_me',
  permission: 'partner',
  params: nothing,
  input: nothing,
  run: async ({ db, runsUrl }, call): Promise<Me> => {
    const [partner, caller] = await Promise.all([getPartnerById(db, partnerOf(call)), callerOf(db, call.actor)]);
    // Removed since the credential was checked.
    if (!caller) throw new AppError('UNAUTHORIZED', 'The credential is not valid any more.');
    // Where the engine is, is for those who look after the service.
    return { ...caller, partner, runsUrl: caller.role === 'owner' ? runsUrl : null };
  },
});

async function callerOf(db: Db, actor: Actor): Promise<Omit<Me, 'partner' | 'runsUrl'> | null> {
  switch (actor.kind) {
    case 'user': {
      const user = await findUser(db, actor.userId);
      return user && { kind: 'user', ...user, permissions: ROLE_PERMISSIONS[user.role] };
    }
    case 'client': {
      const client = await findClientById(db, actor.clientId);
      const { role } = actor;
      return (
        client && {
          kind: 'client',
          id: client.id,
          name: client.name,
          email: null,
          role,
          permissions: ROLE_PERMISSIONS[role],
        }
      );
    }
    case 'partner_key': {
      const key = await findKeyById(db, actor.keyId);
      return (
        key && { kind: 'key', id: key.id, name: key.name, email: null, role: null, permissions: ROLE_PERMISSIONS.owner }
      );
    }
    default:
      return null;
  }
}
