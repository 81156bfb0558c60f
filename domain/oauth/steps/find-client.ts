import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { findUsableClient } from '../client-store.ts';
import { clientMetadata } from '../schema.ts';

/** A client by public id; null when there is none, or its partner is suspended. */
export const findClient = step({
  name: 'oauth_clients.find',
  input: z.object({ clientId: z.string() }),
  output: z
    .object({
      name: z.string(),
      /** It belongs to no partner, so nobody vouches for its name. */
      hasRegisteredItself: z.boolean(),
      /** Scopes it may request; null: all. */
      scopes: z.array(z.string()).nullable(),
      metadata: clientMetadata,
    })
    .nullable(),
  async run({ db }: Pick<Deps, 'db'>, _call, { clientId }) {
    const client = await findUsableClient(db, clientId);
    return client && { ...client, hasRegisteredItself: client.partner_id === null };
  },
});
