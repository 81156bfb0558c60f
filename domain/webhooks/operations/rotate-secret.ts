import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { rotateSecretBody, webhookParams } from '../schema.ts';
import { SECRET_LENGTH } from '../signature.ts';
import { changeEndpoint, findEndpoint, lockEndpoint } from '../store.ts';
import { ownEndpoint } from '../target.ts';
import type { EndpointWithSecret } from './create-webhook.ts';

const HOUR_MS = 3_600_000;

/** Gives an endpoint a new signing secret; the old one signs along for a while. */
export const rotateSecret = operation({
  name: 'webhooks.rotate_secret',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: rotateSecretBody,
  run: (deps, call, { overlap_hours }, { id }): Promise<EndpointWithSecret> => {
    const secret = deps.ids.base62(SECRET_LENGTH);
    return deps.transaction(call, async (tx) => {
      const current = await lockEndpoint(tx.em, id);
      if (!current) throw notFound('Webhook');
      const endpoint = await changeEndpoint(tx.em, tx.now, id, {
        secret: deps.secrets.seal(secret),
        previous_secret: overlap_hours === 0 ? null : current.secret,
        previous_secret_until: overlap_hours === 0 ? null : new Date(tx.now.getTime() + overlap_hours * HOUR_MS),
      });
      if (!endpoint) throw notFound('Webhook');
      tx.audit({
        type: 'webhook',
        id: id,
        details: { overlap_hours },
      });
      tx.made({ type: 'webhook', id });
      return { endpoint, secret };
    });
  },
  recover: async (deps, _call, madeId): Promise<EndpointWithSecret> => {
    const endpoint = await findEndpoint(deps.db, Number(madeId));
    if (!endpoint) throw notFound('Webhook');
    return { endpoint, secret: null };
  },
});
