import { insertAccount } from '../../credits/store.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { createPartnerBody } from '../schema.ts';
import { insertPartner } from '../store.ts';
import { requirePartner } from '../target.ts';

/** Makes a partner with an empty credit account and what other areas give it. */
export const createPartner = operation({
  name: 'partners.create',
  permission: 'administrator',
  params: nothing,
  input: createPartnerBody,
  run: (deps, call, body) =>
    deps.transaction(call, async (tx) => {
      const id = await insertPartner(tx.em, tx.now, {
        name: body.name,
        plan: body.plan,
        marketplace_customer_id: body.marketplace_customer_id ?? null,
      });
      await insertAccount(tx.em, id);
      for (const give of deps.onPartnerCreated) await give(tx, id);
      tx.audit({ type: 'partner', id: id, partnerId: id });
      tx.made({ type: 'partner', id });
      return requirePartner(tx.em, id);
    }),
  recover: (deps, _call, madeId) => requirePartner(deps.db, Number(madeId)),
});
