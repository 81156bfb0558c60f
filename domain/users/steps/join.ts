import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { runJoined } from '../invitation.ts';
import { consumeInvitation, findInvited, joinInvited } from '../link-store.ts';
import { lockUser } from '../store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'transaction' | 'onInvitationAccepted'>;

/** Rolls the transaction back: somebody else has the address, or the invitation has ended meanwhile. */
class NotJoined extends Error {}

/**
 * Lets the person in who was invited by an address that an external issuer has verified: the invitation that was made first, where
 * there are several. Returns whether there was one.
 */
export const joinByVerifiedEmail = step({
  name: 'users.join_by_email',
  input: z.object({ email: z.string() }),
  output: z.boolean(),
  async run({ db, clock, transaction, onInvitationAccepted }: Needs, call, { email }) {
    const invited = await findInvited(db, clock.now(), email);
    if (!invited) return false;
    try {
      await transaction(call, async (tx) => {
        const user = await lockUser(tx.em, invited.id);
        if (!user || user.removed_at) throw new NotJoined();
        const link = await consumeInvitation(tx.em, tx.now, user.id);
        if (!link) throw new NotJoined();
        if ((await joinInvited(tx.em, tx.now, user.id, null)) !== 'joined') throw new NotJoined();
        await withdrawMails(tx, user.id, 'invitation');
        runJoined({ onInvitationAccepted }, tx, user, link.invited_by);
        tx.audit({ type: 'user', id: user.id, partnerId: user.partner_id, details: { link: 'invitation' } });
      });
      return true;
    } catch (error) {
      if (error instanceof NotJoined) return false;
      throw error;
    }
  },
});
