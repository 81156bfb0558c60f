import type { Command } from '../kernel/command.ts';
import type { WebhookEndpointRow } from './types.ts';

/** Asks for a drain of the endpoint. */
export function wakeCommand(
  endpoint: Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'>,
  requestId: string,
): Extract<Command, { kind: 'webhook.wake' }> {
  return {
    kind: 'webhook.wake',
    endpointId: endpoint.id,
    rowKey: endpoint.row_key,
    partnerId: endpoint.partner_id,
    requestId,
  };
}
