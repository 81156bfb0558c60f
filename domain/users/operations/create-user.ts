import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { partnerParams } from '../../partners/schema.ts';
import type { Partner } from '../../partners/store.ts';
import { namedPartner } from '../../partners/target.ts';
import { hashPassword } from '../password.ts';
import { createUserBody } from '../schema.ts';
import { insertUser } from '../store.ts';
import { requireUser } from '../target.ts';

/** Makes a user of a partner. */
export const createUser = operation({
  name: 'users.create',
  permission: 'administrator',
  params: partnerParams,
  target: namedPartner,
  input: createUserBody,
  run: async (deps, call, { password, external_subject, ...body }, partner: Partner) => {
    const passwordHash = password ? await hashPassword(password) : null;
    return deps.transaction(call, async (tx) => {
      const user = await insertUser(tx.em, tx.now, {
        ...body,
        partner_id: partner.id,
        password_hash: passwordHash,
        external_subject: external_subject ?? null,
      });
      if (!user) throw conflict('There is a user with this e-mail address or external subject.');
      tx.audit({
        type: 'user',
        id: user.id,
        partnerId: partner.id,
        details: { role: user.role },
      });
      tx.made({ type: 'user', id: user.id });
      return user;
    });
  },
  recover: (deps, _call, madeId) => requireUser(deps.db, Number(madeId)),
});
