import type { PaymentEventOutcome } from './store.ts';

/** The event waits for what the reason says. */
export function waitsFor(reason: string): PaymentEventOutcome {
  return { status: 'stored', reason };
}

/** The event has no effect, for this reason. */
export function failed(reason: string): PaymentEventOutcome {
  return { status: 'failed', reason };
}

/** Why an event waits whose partner there is not. */
export function unknownPartner(partnerId: number): string {
  return `There is no partner ${partnerId} yet.`;
}
