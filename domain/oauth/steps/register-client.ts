import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { hashOfClientSecret } from '../client-secret.ts';
import { insertClient } from '../client-store.ts';
import { clientMetadata } from '../schema.ts';

/**
 * Adds a client that registered itself: it belongs to no partner and acts for users only. Only a hash of its secret is
 * stored.
 */
export const registerClient = step({
  name: 'oauth_clients.register',
  input: z.object({
    clientId: z.string(),
    name: z.string(),
    metadata: clientMetadata,
    secret: z.string().optional(),
  }),
  output: z.void(),
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { clientId, name, metadata, secret }) {
    await insertClient(db, clock.now(), {
      client_id: clientId,
      partner_id: null,
      name,
      role: null,
      scopes: null,
      metadata: { ...metadata, ...(secret !== undefined && { client_secret: hashOfClientSecret(secret) }) },
    });
  },
});
