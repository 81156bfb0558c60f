import { conflict, gone } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import {
  countRecoverable,
  holdPayload,
  MAX_ATTEMPTS_TO_RESEND,
  makeDue,
  makeRangeDue,
  type RecoveryRange,
} from '../deliveries-store.ts';
import { deliveryParams, ownDelivery, ownEndpoint, recoverBody, webhookParams } from '../schema.ts';
import { TEST_EVENT } from '../signature.ts';
import type { WebhookDeliveryRow } from '../table.ts';
import { wakeEndpoint } from '../wake.ts';

/** Sends an event again, under the same id and with a new schedule of retries. */
export const resendDelivery = operation({
  name: 'webhooks.resend',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  async change(tx, { target: { endpoint, delivery } }): Promise<WebhookDeliveryRow> {
    if (delivery.event_type === TEST_EVENT) throw conflict('A test is not sent again; send another one.');
    if (!(await holdPayload(tx.em, delivery.event_id))) throw gone('The payload of this event is no longer kept.');
    if (!endpoint.active) throw conflict('The webhook is inactive; switch it on first.');
    if (delivery.attempts >= MAX_ATTEMPTS_TO_RESEND) throw conflict('The event has been sent too often.');
    const due = await makeDue(tx.em, tx.now, delivery.id);
    if (!due) throw conflict('The delivery is being sent now.');
    await wakeEndpoint(tx, endpoint.id);
    return due;
  },
  audit: ({ event_id }) => ({ type: 'webhook_delivery', id: event_id }),
});

/** Deliveries found and deliveries made due. If more were found, another recovery is needed. */
export interface Recovery {
  matched: number;
  recovered: number;
  dryRun: boolean;
}

/** Makes failed and skipped deliveries of a time range due again. */
export const recoverDeliveries = operation({
  name: 'webhooks.recover',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: recoverBody,
  async prepare(deps, _call, { since, until, only_failed, dry_run }, endpoint) {
    const range: RecoveryRange = {
      endpointId: endpoint.id,
      since,
      until: until ?? deps.clock.now(),
      onlyFailed: only_failed,
    };
    const matched = await countRecoverable(deps.db, range);
    if (!dry_run && !endpoint.active) throw conflict('The webhook is inactive; switch it on first.');
    return { range, matched };
  },
  async change(tx, { input, target, prepared: { range, matched } }): Promise<Recovery> {
    if (input.dry_run) {
      tx.unchanged();
      return { matched, recovered: 0, dryRun: true };
    }
    const recovered = await makeRangeDue(tx.em, tx.now, range);
    if (recovered > 0) await wakeEndpoint(tx, target.id);
    return { matched, recovered, dryRun: false };
  },
  audit: ({ recovered }, { target }) => ({ type: 'webhook', id: target.id, details: { recovered } }),
});
