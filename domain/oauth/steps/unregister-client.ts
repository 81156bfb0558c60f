import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { deleteClient, findUsableClient } from '../client-store.ts';

/** Removes a client, if it exists. */
export const unregisterClient = step({
  name: 'oauth_clients.unregister',
  input: z.object({ clientId: z.string() }),
  output: z.void(),
  async run({ db }: Pick<Deps, 'db'>, _call, { clientId }) {
    const client = await findUsableClient(db, clientId);
    if (client) await deleteClient(db, client.id);
  },
});
