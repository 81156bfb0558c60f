import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { GatewayName } from '../../../infra/payments/port.ts';
import { findInvoiceToPay } from '../../invoices/store.ts';
import type { Tx } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { notifyPeople } from '../../notifications/notify-people.ts';
import { BILLING_ROLES } from '../../notifications/rules.ts';
import { findPartner } from '../../partners/store.ts';
import { applyPurchase, type Settings } from '../apply.ts';
import { applySubscription } from '../apply-plan.ts';
import { type Interpreted, interpret, UNKNOWN_PACK } from '../facts.ts';
import { identifyPurchase } from '../identity.ts';
import { ChangedMeanwhile, isInvoiceNumber } from '../order.ts';
import { failed, unknownPartner, waitsFor } from '../outcomes.ts';
import { endEvent, findEventRow, findOrderToPay, insertNames, type PaymentEventOutcome, saveFact } from '../store.ts';
import type { PaymentEventRow } from '../table.ts';

/**
 * The event's status, except: `waiting` means `stored` with a reason, `gone` means that the id now belongs to another
 * event.
 */
const OUTCOMES = ['applied', 'ignored', 'failed', 'waiting', 'gone'] as const;
type Outcome = (typeof OUTCOMES)[number];

const FAILED_PAYMENT = 'A payment has failed; the people who see invoices were told.';

/** Applies an event together with all earlier events of the same payment or partner. A repeat changes nothing. */
export const applyEvent = step({
  name: 'payments.apply',
  input: z.object({ eventId: recordId, rowKey: z.string() }),
  output: z.enum(OUTCOMES),
  async run(deps, call, { eventId, rowKey }) {
    const event = await findEventRow(deps.db, eventId);
    if (event?.row_key !== rowKey) return 'gone';
    const isErased = event.payload.length === 0;
    if (event.status !== 'stored' || event.reason !== null || isErased) return outcomeOf(event);
    const reading = deps.gateways[event.gateway].read(deps.secrets.open(event.payload));
    const interpreted = interpret(reading, deps.billing, deps.clock.now());
    const settings = { catalogue: deps.billing, invoicing: deps.invoicing };
    const prepared = await deps.transaction(call, (tx) => prepare(tx, event, interpreted));
    if (prepared) {
      await retryChanged(() => deps.transaction(call, (tx) => applyFact(tx, event, prepared, settings)));
    }
    const ended = await findEventRow(deps.db, eventId);
    const outcome = ended?.row_key === rowKey ? outcomeOf(ended) : 'gone';
    deps.meters.paymentEvent(event.gateway, outcome);
    return outcome;
  },
});

/** What an event says, in this service's terms. */
export type Statement = Extract<Interpreted, { statement: unknown }>['statement'];

/**
 * Settles an event that can have no effect; null then. Else returns its statement with all names of its purchase, which
 * have rows from now on.
 */
async function prepare(tx: Tx, event: PaymentEventRow, interpreted: Interpreted): Promise<Statement | null> {
  const end = async (outcome: PaymentEventOutcome, partnerId: number | null = null) => {
    await endEvent(tx.em, tx.now, event, outcome, partnerId);
    return null;
  };
  if (!('statement' in interpreted)) {
    const named = 'invalid' in interpreted ? (interpreted.partnerId ?? null) : null;
    const isKnown = named !== null && (await isForPartner(tx, event, named));
    const failure = 'failedPayment' in interpreted ? interpreted.failedPayment : undefined;
    if (failure) return endFailedPayment(tx, event, failure);
    return end(outcomeWithoutEffect(interpreted), isKnown ? named : null);
  }
  const { statement } = interpreted;
  const { partnerId, fact } = statement;
  if (partnerId !== null && !(await isForPartner(tx, event, partnerId))) {
    // Without its content: the partner who gets that number next is another one.
    return end(waitsFor(unknownPartner(partnerId)), partnerId);
  }
  if (fact.kind === 'subscribed' || fact.kind === 'unsubscribed') return statement;
  const { gateway } = event;
  const number = invoiceNumberIn(gateway, statement);
  const invoice = number === null || partnerId === null ? null : await findInvoiceToPay(tx.em, partnerId, number);
  if (number !== null && !invoice) return end(failed('The partner has no invoice of that number.'), partnerId);
  if (invoice?.status === 'void' && fact.kind === 'paid') return end(failed('The invoice is voided.'), partnerId);
  if (fact.kind === 'paid' && fact.credits === null && partnerId !== null && !invoice) {
    const order = await findOrderToPay(tx.em, partnerId, fact.reference);
    if (!order) return end(failed(UNKNOWN_PACK), partnerId);
  }
  const whole = { ...statement, names: namesOf(statement, number, invoice) };
  await insertNames(tx.em, tx.now, { gateway, ...whole });
  return whole;
}

/** Notifies those who see invoices that a payment failed, once for the event. Books and plan do not change. */
async function endFailedPayment(
  tx: Tx,
  event: PaymentEventRow,
  { partnerId, reference }: { partnerId: number; reference: string | null },
): Promise<null> {
  const isKnown = await isForPartner(tx, event, partnerId);
  const outcome: PaymentEventOutcome = { status: 'ignored', reason: FAILED_PAYMENT };
  const isEnded = await endEvent(tx.em, tx.now, event, outcome, isKnown ? partnerId : null);
  if (!isEnded || !isKnown) return null;
  const to = { roles: BILLING_ROLES };
  notifyPeople(tx, { partnerId, kind: 'payment_failed', to, title: reference ?? undefined });
  return null;
}

/** All names of a statement's purchase; one that names an invoice has those of the invoice and its order, too. */
function namesOf(
  { names, partnerId }: Statement,
  number: string | null,
  invoice: { order_reference: string | null } | null,
): string[] {
  const ofInvoice = [number, invoice?.order_reference ?? null].flatMap((one) =>
    one === null ? [] : [`${partnerId}/${one}`],
  );
  return [...new Set([...names, ...ofInvoice])];
}

/** The names that a stored statement has for its purchase; none where it is about a subscription. */
export async function namesOfPurchase(
  em: EntityManager,
  gateway: GatewayName,
  statement: Statement,
): Promise<string[]> {
  const { fact, partnerId } = statement;
  if (fact.kind === 'subscribed' || fact.kind === 'unsubscribed') return [];
  const number = invoiceNumberIn(gateway, statement);
  const invoice = number === null || partnerId === null ? null : await findInvoiceToPay(em, partnerId, number);
  return number !== null && !invoice ? [] : namesOf(statement, number, invoice);
}

/** An event that came before its partner was created is not the partner's, unless an administrator retries it. */
async function isForPartner(tx: Tx, event: PaymentEventRow, partnerId: number): Promise<boolean> {
  const partner = await findPartner(tx.em, partnerId);
  return partner !== null && (event.retried_at ?? event.created_at) >= partner.created_at;
}

/**
 * The invoice that a statement names: in subjects of the generic gateway, `<partner>/<reference>`, and in payments of
 * Stripe, whose other events name the payment.
 */
function invoiceNumberIn(gateway: GatewayName, { partnerId, subject, fact }: Statement): string | null {
  if (partnerId === null) return null;
  const named = fact.kind === 'paid' ? fact.reference : '';
  const reference = gateway === 'generic' ? subject.slice(subject.indexOf('/') + 1) : named;
  return isInvoiceNumber(reference) ? reference : null;
}

/** Most attempts while other events of the same purchase are applied. */
const MAX_ATTEMPTS = 20;

/** Does work again while other events of the same purchase are applied. Throws ChangedMeanwhile after twenty attempts. */
export async function retryChanged<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Does nothing if another run was faster. */
async function applyFact(
  tx: Tx,
  event: PaymentEventRow,
  { fact, subject, names, bill, partnerId, occurredAt }: Statement,
  settings: Settings,
): Promise<void> {
  const payload = { kind: fact.kind, subject, partner_id: partnerId, fact, occurred_at: occurredAt };
  if (fact.kind === 'subscribed' || fact.kind === 'unsubscribed') {
    if (await saveFact(tx.em, tx.now, event, payload))
      await applySubscription(tx, { id: event.id, partner_id: partnerId, gateway: event.gateway, subject });
    return;
  }
  const { gateway } = event;
  const found = await identifyPurchase(tx, { gateway, names, bill, subject, isLink: fact.kind === 'linked' });
  if (fact.kind === 'linked' && found.names !== 'joined') {
    const known: PaymentEventOutcome = {
      status: 'ignored',
      reason: 'Another event has told what this payment was for.',
    };
    const outcome = found.names === 'known' ? known : failed('The payment was made for another bill, too.');
    await endEvent(tx.em, tx.now, event, outcome);
    return;
  }
  // A subject of another bill would bring the event to that one.
  const about = found.names === 'divided' ? (bill ?? subject) : subject;
  // Before the event itself: applying the purchase settles all its events.
  if (await saveFact(tx.em, tx.now, event, { ...payload, subject: about })) await applyPurchase(tx, found, settings);
}

function outcomeWithoutEffect(nothing: Exclude<Interpreted, { statement: unknown }>): PaymentEventOutcome {
  return 'ignored' in nothing
    ? { status: 'ignored', reason: nothing.ignored }
    : { status: 'failed', reason: nothing.invalid };
}

function outcomeOf({ status }: Pick<PaymentEventRow, 'status'>): Outcome {
  return status === 'stored' ? 'waiting' : status;
}
