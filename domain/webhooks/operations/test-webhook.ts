import { z } from 'zod';
import type { SendResult } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { recordTest } from '../attempts-store.ts';
import { ownEndpoint, testWebhookBody } from '../schema.ts';
import { openSecrets, sign, TEST_EVENT, testBody } from '../signature.ts';

/** Result of a test. */
export interface WebhookTest {
  webhookId: number;
  /** Id of the delivery that records it, `evt_…`. */
  eventId: string;
  result: SendResult;
}

/**
 * Sends a test event at once, even to an inactive endpoint, and records it as a delivery with one attempt. It does not
 * affect the endpoint's health.
 */
export const testWebhook = operation({
  name: 'webhooks.test',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: testWebhookBody,
  run: async (deps, call, { webhook_id }): Promise<WebhookTest> => {
    const endpoint = await ownEndpoint(deps, call, { id: webhook_id });
    const startedAt = deps.clock.now();
    const eventId = `evt_${deps.ids.ulid(startedAt)}`;
    const secretsAt = openSecrets(deps.secrets, endpoint);
    if (!secretsAt) throw conflict('The signing secret of this webhook cannot be read; rotate it.');
    const body = testBody(endpoint.id, startedAt);
    const message = sign({ id: eventId, event: TEST_EVENT, body }, secretsAt(startedAt), startedAt);
    const onBehalfOf = String(endpoint.partner_id);
    const result = await deps.sender.send({ url: endpoint.url, ...message, onBehalfOf });
    await deps.transaction(call, (tx) =>
      recordTest(tx.em, tx.now, { endpointId: endpoint.id, eventId, startedAt, result }),
    );
    return { webhookId: endpoint.id, eventId, result };
  },
});
