import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { isStorable } from '../../kernel/json.ts';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { documentMetadata } from '../client-document.ts';
import { hashOfClientSecret } from '../client-secret.ts';
import { deleteClient, findUsableClient, insertClient, saveDocumentClient } from '../client-store.ts';
import { hasGrant } from '../record-store.ts';
import { clientMetadata } from '../schema.ts';

/** A client by public id; null when there is none, or its partner is suspended. */
export const findClient = step({
  name: 'oauth_clients.find',
  input: z.object({ clientId: z.string() }),
  output: z
    .object({
      name: z.string(),
      /** It belongs to no partner, so nobody here vouches for its name. */
      hasRegisteredItself: z.boolean(),
      /** Scopes it may request; null: all. */
      scopes: z.array(z.string()).nullable(),
      metadata: clientMetadata,
      /** When its metadata document was read, and until when that counts; null: it has none. */
      document: z.object({ fetchedAt: moment, expiresAt: moment }).nullable(),
    })
    .nullable(),
  async run({ db }: Pick<Deps, 'db'>, _call, { clientId }) {
    // Anybody may send any text as an id.
    const client = isStorable(clientId) ? await findUsableClient(db, clientId) : null;
    if (!client) return null;
    const { document_fetched_at: fetchedAt, document_expires_at: expiresAt } = client;
    return {
      ...client,
      hasRegisteredItself: client.partner_id === null,
      document: fetchedAt && expiresAt && { fetchedAt: fetchedAt.toISOString(), expiresAt: expiresAt.toISOString() },
    };
  },
});

/** Whether a consent to the client is in force, whoever gave it. */
export const isAllowedBySomebody = step({
  name: 'oauth_clients.is_allowed',
  input: z.object({ clientId: z.string() }),
  output: z.boolean(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { clientId }) => hasGrant(db, clock.now(), clientId),
});

/** Keeps what a client's metadata document says: it belongs to no partner and acts for users only. */
export const keepDocument = step({
  name: 'oauth_clients.keep_document',
  input: z.object({ metadata: documentMetadata, expiresAt: moment }),
  output: z.void(),
  run: ({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { metadata, expiresAt }) =>
    saveDocumentClient(db, {
      client_id: metadata.client_id,
      name: metadata.client_name,
      metadata,
      created_at: clock.now(),
      document_fetched_at: clock.now(),
      document_expires_at: expiresAt,
    }),
});

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
