import type { Call } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import type { SubscriptionOwner } from './subscription-store.ts';

/** Owner of the caller's subscription: the user, the client, or the key's rotation family. */
export function ownerOf({ actor }: Call): SubscriptionOwner {
  switch (actor.kind) {
    case 'partner_key':
      return { lineage_id: actor.keyFamilyId };
    case 'user':
      return { user_id: actor.userId };
    case 'client':
      return { client_id: actor.clientId };
    default:
      throw new AppError('FORBIDDEN', 'A partner credential is required.');
  }
}
