import { permissionsChanged } from '../../kernel/change-events.ts';
import { differs } from '../../kernel/differs.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { hashPassword } from '../password.ts';
import { reportSecurityChange } from '../report-security-change.ts';
import { getUser, updateUserBody, userFromPath, userParams } from '../schema.ts';
import { lockUser, updateUserRow } from '../store.ts';

/**
 * Changes a user; access tokens are affected from the next request on. A new password, or disabling the user, ends
 * existing sessions and consents.
 */
export const updateUser = operation({
  name: 'users.update',
  permission: 'administrator',
  params: userParams,
  target: userFromPath,
  input: updateUserBody,
  prepare: async ({ passwordLogN }, _call, { password }) =>
    password === undefined ? {} : { password_hash: password && (await hashPassword(password, passwordLogN)) },
  lock: (tx, _call, { id }) => lockUser(tx.em, id),
  current: async (_deps, _call, target) => target,
  async change(tx, { deps, call, input: { password, ...changes }, target, prepared: passwordChange }) {
    const user = (await lockUser(tx.em, target.id)) ?? target;
    if (password === undefined && !differs(user, changes)) {
      tx.unchanged();
      return user;
    }
    const saved = await updateUserRow(tx.em, tx.now, user.id, { ...changes, ...passwordChange });
    if (!saved) throw conflict('There is another user with this e-mail address or external subject.');
    if (password !== undefined || changes.status === 'disabled') await deleteUserRecords(tx.em, user.id);
    if (password !== undefined) {
      await withdrawMails(tx, user.id, 'password_reset');
      await reportSecurityChange(tx, { deps, call }, user, { change: 'password_changed' });
    }
    if (changes.role !== undefined && changes.role !== user.role)
      await reportSecurityChange(tx, { deps, call }, user, { change: 'role_changed', detail: changes.role });
    // At last, since what else was changed has queued mails, too.
    if (changes.status === 'disabled') await withdrawMails(tx, user.id);
    return getUser(tx.em, user.id);
  },
  audit: ({ id, partner_id }, { input: { password, ...changes } }) => ({
    type: 'user',
    id,
    partnerId: partner_id,
    details: { ...changes, ...(password !== undefined && { password: 'changed' }) },
  }),
  changeEvent: ({ partner_id }, { input }) => (input.role === undefined ? [] : permissionsChanged(partner_id)),
});
