import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { countRecoverable, makeRangeDue, type RecoveryRange } from '../deliveries-store.ts';
import { recoverBody, webhookParams } from '../schema.ts';
import { ownEndpoint } from '../target.ts';
import { wakeEndpoint } from '../wake.ts';

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
