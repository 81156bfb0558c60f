import type { GatewayName } from '../../infra/payments/port.ts';
import { permissionsChanged } from '../kernel/change-events.ts';
import type { Db, Tx } from '../kernel/deps.ts';
import { updatePartnerRow } from '../partners/store.ts';
import type { Plan } from '../rate-limits/rules.ts';
import { unknownPartner, waitsFor } from './outcomes.ts';
import { isSubscribed, type PlanFact, planOf } from './plan.ts';
import {
  applyWaitingFacts,
  lockSubscription,
  type PlanFactRow,
  selectPartnersOfSubscription,
  selectPlanFacts,
} from './plan-store.ts';
import { recordedFact } from './rules.ts';
import { type FactRow, lockBilling, type PaymentEventOutcome, saveBillingPlan, settleFacts } from './store.ts';
import type { PaymentEventRow } from './table.ts';

/**
 * Applies a subscription event together with all earlier events about the plans of the partners that the subscription's
 * events name: of two, the one that had the subscription loses its plan.
 */
export async function applySubscription(
  tx: Tx,
  event: Pick<PaymentEventRow, 'id' | 'partner_id' | 'gateway'> & { subject: string },
): Promise<void> {
  const settle = (outcome: PaymentEventOutcome) =>
    settleFacts(tx.em, tx.now, [event.id], { ...outcome, partnerId: event.partner_id });
  await lockSubscription(tx.em, event.gateway, event.subject);
  const billings = new Map<number, { plan: Plan | null }>();
  for (const partnerId of await selectPartnersOfSubscription(tx.em, event)) {
    const billing = await lockBilling(tx.em, tx.now, partnerId);
    if (billing) billings.set(partnerId, billing);
  }
  if (event.partner_id !== null && !billings.has(event.partner_id)) {
    return settle(waitsFor(unknownPartner(event.partner_id)));
  }
  if (billings.size === 0) {
    return settle(waitsFor('No event about this subscription has named the partner yet.'));
  }
  await settle({ status: 'applied', reason: null });
  for (const [partnerId, { plan }] of billings) await applyPlan(tx, partnerId, plan);
}

/** Locks the subscriptions that payments are for; before the partner's row, as with events of the subscriptions. */
export async function lockSubscriptionsOf(tx: Tx, rows: readonly FactRow[]): Promise<void> {
  const named = rows.flatMap(({ gateway, partner_id, fact }) => {
    if (fact.kind !== 'paid' || fact.subscription === null) return [];
    return { gateway, subject: gateway === 'generic' ? `${partner_id}/${fact.subscription}` : fact.subscription };
  });
  const subjects = [...new Map(named.map((one) => [one.subject, one])).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [subject, { gateway }] of subjects) await lockSubscription(tx.em, gateway, subject);
}

/**
 * Brings a partner's plan in line with the events about it; the caller has locked its billing state, which has the plan
 * `applied` before. A plan that an administrator set in the meantime stays until the next event changes the plan.
 */
export async function applyPlan(tx: Tx, partnerId: number, applied: Plan | null): Promise<void> {
  const rows = await selectPlanFacts(tx.em, partnerId);
  const isAnyWaiting = rows.some(({ status, partner_id }) => status === 'stored' && partner_id === null);
  if (isAnyWaiting) await applyWaitingFacts(tx.em, tx.now, partnerId);
  const plan = planOf(rows.map(planFact), partnerId);
  if (plan === null || plan === applied) return;
  await saveBillingPlan(tx.em, tx.now, partnerId, plan);
  await updatePartnerRow(tx.em, tx.now, partnerId, { plan });
  tx.audit({ type: 'partner', id: partnerId, partnerId, details: { plan } });
  tx.emit(permissionsChanged(partnerId));
}

/** Whether a partner has a subscription at a gateway that has not ended. */
export async function hasSubscription(db: Db, partnerId: number, gateway: GatewayName): Promise<boolean> {
  const facts = (await selectPlanFacts(db, partnerId)).filter((fact) => fact.gateway === gateway);
  return isSubscribed(facts.map(planFact), partnerId);
}

/** A fact with the name of its subscription over all gateways. */
function planFact(row: PlanFactRow): PlanFact {
  const { gateway, subscription, partner_id, is_returned } = row;
  return {
    ...recordedFact(row),
    subscription: subscription === null ? null : `${gateway}:${subscription}`,
    partnerId: partner_id,
    isReturned: is_returned,
  };
}
