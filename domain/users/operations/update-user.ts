import { permissionsChanged } from '../../kernel/change-notices.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { hashPassword } from '../password.ts';
import { updateUserBody, userParams } from '../schema.ts';
import { isSubjectTaken, updateUser as saveChanges, type UserRow } from '../store.ts';
import { namedUser, requireUser } from '../target.ts';

/**
 * Changes a user; takes effect on access tokens with the next request. A new password and a disabled user end what was signed
 * in and consented to before.
 */
export const updateUser = operation({
  name: 'users.update',
  permission: 'administrator',
  params: userParams,
  target: namedUser,
  input: updateUserBody,
  run: async (deps, call, { password, ...changes }, user: UserRow) => {
    if (password === undefined && Object.keys(changes).length === 0) return user;
    const passwordChange = password === undefined ? {} : { password_hash: password && (await hashPassword(password)) };
    return deps.transaction(call, async (tx) => {
      const subject = changes.external_subject;
      if (subject && (await isSubjectTaken(tx.em, subject, user.id))) {
        throw conflict('There is another user with this external subject.');
      }
      await saveChanges(tx.em, tx.now, user.id, { ...changes, ...passwordChange });
      if (password !== undefined || changes.status === 'disabled') await deleteUserRecords(tx.em, user.id);
      tx.audit({
        type: 'user',
        id: user.id,
        partnerId: user.partner_id,
        details: { ...changes, ...(password !== undefined && { password: 'changed' }) },
      });
      if (changes.role !== undefined) tx.announce(permissionsChanged(user.partner_id));
      return requireUser(tx.em, user.id);
    });
  },
});
