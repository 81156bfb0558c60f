import type { CommandOf } from '../kernel/command.ts';
import type { WebhookEndpointRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'webhook.wake': {
      endpointId: number;
      rowKey: string;
      partnerId: number;
      requestId: string;
    };
  }
}

/** Command that starts the endpoint's workflow, which drains it now and whenever something is due. */
export function wakeCommand(
  endpoint: Pick<WebhookEndpointRow, 'id' | 'row_key' | 'partner_id'>,
  requestId: string,
): CommandOf<'webhook.wake'> {
  return {
    kind: 'webhook.wake',
    endpointId: endpoint.id,
    rowKey: endpoint.row_key,
    partnerId: endpoint.partner_id,
    requestId,
  };
}
