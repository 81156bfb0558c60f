import { z } from 'zod';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { deleteOtherRecords } from '../../oauth/session-store.ts';
import { hashPassword } from '../../users/password.ts';
import { reportSecurityChange } from '../../users/report-security-change.ts';
import { password } from '../../users/schema.ts';
import { updateUserRow } from '../../users/store.ts';
import { currentPassword, requirePassword } from '../confirm.ts';
import { ownUser } from '../own-user.ts';

const changePasswordBody = z.object({
  current_password: currentPassword.describe('The current password.'),
  new_password: password.describe('The new password.'),
});

/**
 * Changes the password of the person who is signed in. All other sessions end, and consents to programs: whoever knew the old
 * password may have given them.
 */
export const changePassword = operation({
  name: 'account.change_password',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: changePasswordBody,
  async prepare(deps, _call, { current_password, new_password }, user) {
    await requirePassword(deps, user, current_password);
    return hashPassword(new_password, deps.passwordLogN);
  },
  async change(tx, { deps, call, target: user, prepared: password_hash }) {
    await updateUserRow(tx.em, tx.now, user.id, { password_hash });
    await withdrawMails(tx, user.id, 'password_reset');
    await reportSecurityChange(tx, { deps, call }, user, { change: 'password_changed' });
    return deleteOtherRecords(tx.em, user.id, consolePersonOf(call.actor).console.grantId);
  },
  audit: (sessions_ended, { target: { id } }) => ({
    type: 'user',
    id,
    details: { password: 'changed', sessions_ended },
  }),
});
