import type { Call } from '../kernel/call.ts';
import { AppError } from '../kernel/errors.ts';
import type { SubscriptionOwner } from './subscription-store.ts';

/** Whose subscription a call is about: the user's, the client's, or that of the key and of those it replaces or is replaced by. */
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
