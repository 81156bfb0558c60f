import { z } from 'zod';
import type { Tx } from '../../kernel/deps.ts';
import type { Invoicing } from '../../kernel/invoicing.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { applyPurchase, linkPayment, lockPurchaseOf } from '../apply.ts';
import { applySubscription } from '../apply-plan.ts';
import { type Interpreted, interpret } from '../facts.ts';
import { endEvent, findEventRow, type PaymentEventOutcome, saveFact } from '../store.ts';
import type { PaymentEventRow } from '../table.ts';

/**
 * The event's status, except: `waiting` means `stored` with a reason, `gone` means that the id now belongs to another
 * event.
 */
const OUTCOMES = ['applied', 'ignored', 'failed', 'waiting', 'gone'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Applies an event together with all earlier events of the same payment or partner. A repeat changes nothing. */
export const applyEvent = step({
  name: 'payments.apply',
  input: z.object({ eventId: recordId, rowKey: z.string() }),
  output: z.enum(OUTCOMES),
  async run(deps, call, { eventId, rowKey }) {
    const event = await findEventRow(deps.db, eventId);
    if (event?.row_key !== rowKey) return 'gone';
    if (event.status !== 'stored' || event.reason !== null) return outcomeOf(event);
    const reading = deps.gateways[event.gateway].read(deps.secrets.open(event.payload));
    const interpreted = interpret(reading, deps.billing);
    await deps.transaction(call, (tx) => applyFact(tx, event, interpreted, deps.invoicing));
    const ended = await findEventRow(deps.db, eventId);
    const outcome = ended?.row_key === rowKey ? outcomeOf(ended) : 'gone';
    deps.meters.paymentEvent(event.gateway, outcome);
    return outcome;
  },
});

/** Does nothing if another run was faster. */
async function applyFact(
  tx: Tx,
  event: PaymentEventRow,
  interpreted: Interpreted,
  invoicing: Invoicing,
): Promise<void> {
  if (!('statement' in interpreted)) {
    await endEvent(tx.em, tx.now, event, outcomeWithoutEffect(interpreted));
    return;
  }
  const { fact, subject, partnerId, occurredAt } = interpreted.statement;
  const payload = { kind: fact.kind, subject, partner_id: partnerId, fact, occurred_at: occurredAt };
  if (fact.kind === 'subscribed' || fact.kind === 'unsubscribed') {
    if (await saveFact(tx.em, tx.now, event, payload))
      await applySubscription(tx, { id: event.id, partner_id: partnerId, gateway: event.gateway, subject });
    return;
  }
  const { gateway } = event;
  if (fact.kind === 'linked') {
    const refusal = await linkPayment(tx, { gateway, subject }, fact.payment);
    if (refusal) {
      await endEvent(tx.em, tx.now, event, refusal);
      return;
    }
  }
  // Before the event itself: applying the purchase settles all its events.
  const purchase = await lockPurchaseOf(tx, { gateway, subject });
  const { subject: about } = purchase;
  if (await saveFact(tx.em, tx.now, event, { ...payload, subject: about }))
    await applyPurchase(tx, purchase, invoicing);
}

function outcomeWithoutEffect(nothing: Exclude<Interpreted, { statement: unknown }>): PaymentEventOutcome {
  return 'ignored' in nothing
    ? { status: 'ignored', reason: nothing.ignored }
    : { status: 'failed', reason: nothing.invalid };
}

function outcomeOf({ status }: Pick<PaymentEventRow, 'status'>): Outcome {
  return status === 'stored' ? 'waiting' : status;
}
