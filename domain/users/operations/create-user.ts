import { conflict } from '../../kernel/errors.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import { hashPassword } from '../password.ts';
import { createUserBody, getUser } from '../schema.ts';
import { countUsers, insertUser } from '../store.ts';

/** Makes a user of a partner. */
export const createUser = operation({
  name: 'users.create',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: createUserBody,
  prepare: async ({ passwordLogN }, _call, { password }) => (password ? hashPassword(password, passwordLogN) : null),
  async change(tx, { deps, input: { password: _password, external_subject, ...input }, target: partner, prepared }) {
    const count = () => countUsers(tx.em, partner.id);
    await requireWithinLimit(tx.em, deps.limits, 'users', { partnerId: partner.id, count });
    const user = await insertUser(tx.em, tx.now, {
      ...input,
      partner_id: partner.id,
      password_hash: prepared,
      external_subject: external_subject ?? null,
    });
    if (!user) throw conflict('There is a user with this e-mail address or external subject.');
    return user;
  },
  audit: ({ id, partner_id, role }) => ({ type: 'user', id, partnerId: partner_id, details: { role } }),
  recover: (deps, _call, madeId) => getUser(deps.db, Number(madeId)),
});
