import { Counter, type Registry } from 'prom-client';

/** Counts events of payment gateways: how they arrived, and what has become of them. */
export function createPaymentMetrics(registry: Registry): (gateway: string, outcome: string) => void {
  const events = new Counter({
    name: 'marketwright_payment_events_total',
    help: 'Events of payment gateways by outcome: received, duplicate or refused at the door; applied, waiting, ignored or failed once carried out.',
    labelNames: ['gateway', 'outcome'],
    registers: [registry],
  });
  return (gateway, outcome) => events.inc({ gateway, outcome });
}
