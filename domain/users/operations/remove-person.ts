import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { deleteOtherRecords } from '../../oauth/session-store.ts';
import { deleteOpenLinks } from '../link-store.ts';
import { updateUserRow } from '../store.ts';
import { lockPerson, ownPerson, personParams, requireOtherOwner } from '../team.ts';

/**
 * Removes a person from the team, or withdraws an invitation. Sessions, consents and tokens end at once, and no mail goes any more;
 * the row stays, since the audit log names it. The address is free for other invitations.
 */
export const removePerson = operation({
  name: 'users.remove',
  permission: 'console_admin',
  params: personParams,
  target: ownPerson,
  input: nothing,
  lock: lockPerson,
  async change(tx, { call, target }): Promise<void> {
    const person = await lockPerson(tx, call, target);
    await requireOtherOwner(tx, person);
    await updateUserRow(tx.em, tx.now, person.id, {
      status: 'disabled',
      removed_at: tx.now,
      password_hash: null,
      external_subject: null,
    });
    await deleteOpenLinks(tx.em, person.id);
    await withdrawMails(tx, person.id);
    await deleteOtherRecords(tx.em, person.id, null);
    await deleteUserRecords(tx.em, person.id);
  },
  audit: (_done, { target: { id, joined_at } }) => ({
    type: 'user',
    id,
    details: { invitation: joined_at ? 'accepted' : 'withdrawn' },
  }),
});
