import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId, text } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { newSecret } from '../../partner-keys/secret.ts';
import { insertAdminKey } from '../store.ts';

/** Creates an administrator key and returns its plaintext, which cannot be read again. */
export const createAdminKey = step({
  name: 'admin_keys.create',
  input: z.object({ name: text(255) }),
  output: z.object({ id: recordId, plaintext: z.string() }),
  run({ transaction, ids }: Pick<Deps, 'transaction' | 'ids'>, call, { name }) {
    const secret = newSecret('administrator', ids);
    return transaction(call, async (tx) => {
      const id = await insertAdminKey(tx.em, tx.now, name, secret);
      tx.audit({ type: 'admin_key', id, partnerId: null });
      return { id, plaintext: secret.plaintext };
    });
  },
});
