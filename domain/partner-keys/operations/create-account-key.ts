import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { getPartnerById } from '../../partners/target.ts';
import { roleOfNewKey } from '../account-keys.ts';
import { createKeyBody } from '../schema.ts';
import { newSecret } from '../secret.ts';
import { findKeyById } from '../store.ts';
import type { CreatedKey } from '../table.ts';
import { insertWithinLimit, scopeProblems } from './create-key.ts';

/** Creates a key of the person's partner, which may do no more than the person. Its plaintext is returned only here. */
export const createAccountKey = operation({
  name: 'partner_keys.create',
  permission: 'console_admin',
  params: nothing,
  target: (deps, call) => getPartnerById(deps.db, partnerOf(call)),
  input: createKeyBody,
  checkInput: async (_deps, raw, partner) => scopeProblems(partner, raw),
  prepare: async (deps) => newSecret('partner', deps.ids),
  change: (tx, { deps, call, input, prepared: secret }): Promise<CreatedKey> =>
    insertWithinLimit(tx, deps, { partnerId: partnerOf(call), secret, input, role: roleOfNewKey(call) }),
  audit: ({ key }) => ({ type: 'partner_key', id: key.id }),
  async recover(deps, call, madeId) {
    const key = ownedBy(call, 'Key', await findKeyById(deps.db, Number(madeId)), ({ partner_id }) => partner_id);
    return { key, plaintext: null };
  },
});
