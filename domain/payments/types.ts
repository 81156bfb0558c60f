import type { GatewayName } from '../../infra/payments/port.ts';
import type { PaymentEventRow } from './table.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    'payment.apply': { eventId: number; rowKey: string; gateway: GatewayName; requestId: string };
  }
}

/** An event as administrators see it; not what the gateway sent. */
export type PaymentEvent = Omit<PaymentEventRow, 'payload' | 'row_key'> & {
  /** The order that its payment has become. */
  order_id: number | null;
};
