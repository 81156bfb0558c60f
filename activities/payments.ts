import type { Deps } from '../domain/kernel/deps.ts';
import { applyEvent } from '../domain/payments/steps/apply-event.ts';
import { failEvent } from '../domain/payments/steps/fail-event.ts';
import type { PaymentTransitions, PaymentWork } from '../workflows/payment-event/contract.ts';
import { activity } from './activity.ts';

/** What carries events of payment gateways out, and ends those that cannot be. */
export function createPaymentActivities(deps: Deps): PaymentWork & PaymentTransitions {
  return { applyPaymentEvent: activity(deps, applyEvent), failPaymentEvent: activity(deps, failEvent) };
}
