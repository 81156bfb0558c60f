import { HOUR_MS } from '../../kernel/durations.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { ownEndpoint, rotateSecretBody, webhookParams } from '../schema.ts';
import { SECRET_LENGTH } from '../signature.ts';
import { lockEndpoint, updateEndpoint } from '../store.ts';
import { wakeEndpoint } from '../wake.ts';
import { type EndpointWithSecret, endpointWithoutSecret } from './create-webhook.ts';

/** Gives an endpoint a new signing secret; the old one also signs during the overlap. */
export const rotateSecret = operation({
  name: 'webhooks.rotate_secret',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: rotateSecretBody,
  async change(tx, { deps, input: { overlap_hours }, target: { id } }): Promise<EndpointWithSecret> {
    const secret = deps.ids.base62(SECRET_LENGTH);
    const current = await lockEndpoint(tx.em, id);
    const endpoint =
      current &&
      (await updateEndpoint(tx.em, tx.now, id, {
        secret: deps.secrets.seal(secret),
        secret_unreadable_at: null,
        previous_secret: overlap_hours === 0 ? null : current.secret,
        previous_secret_until: overlap_hours === 0 ? null : new Date(tx.now.getTime() + overlap_hours * HOUR_MS),
      }));
    if (!endpoint) throw notFound('Webhook');
    // Deliveries have been waiting since the old secret became unreadable.
    if (current?.secret_unreadable_at) await wakeEndpoint(tx, id);
    return { endpoint, secret };
  },
  audit: ({ endpoint }, { input: { overlap_hours } }) => ({
    type: 'webhook',
    id: endpoint.id,
    details: { overlap_hours },
  }),
  recover: endpointWithoutSecret,
});
