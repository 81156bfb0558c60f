import type { GatewayName } from '../../infra/payments/port.ts';
import type { PaymentEventRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'payment.apply': { eventId: number; rowKey: string; gateway: GatewayName; requestId: string };
  }
}

/** An event as administrators see it, without the received body. */
export type PaymentEvent = Omit<PaymentEventRow, 'payload' | 'row_key'> & {
  /** The order made from its payment. */
  order_id: number | null;
};
