import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { countRecoverable, recoverDeliveries as makeDue } from '../deliveries-store.ts';
import { recoverBody, webhookParams } from '../schema.ts';
import { ownEndpoint } from '../target.ts';
import { wakeEndpoint } from '../wake.ts';

/** What a recovery found and made due; more than it made due needs another recovery. */
export interface Recovery {
  matched: number;
  recovered: number;
  dryRun: boolean;
}

/** Makes what failed or was skipped in a time range due again. */
export const recoverDeliveries = operation({
  name: 'webhooks.recover',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: recoverBody,
  run: async (deps, call, body, endpoint): Promise<Recovery> => {
    const range = {
      endpointId: endpoint.id,
      since: body.since,
      until: body.until ?? deps.clock.now(),
      onlyFailed: body.only_failed,
    };
    const matched = await countRecoverable(deps.db, range);
    if (body.dry_run) return { matched, recovered: 0, dryRun: true };
    if (!endpoint.active) throw conflict('The webhook is inactive; switch it on first.');
    const recovered = await deps.transaction(call, async (tx) => {
      const made = await makeDue(tx.em, tx.now, range);
      if (made > 0) await wakeEndpoint(tx, call, endpoint.id);
      tx.audit({
        type: 'webhook',
        id: endpoint.id,
        details: { recovered: made },
      });
      return made;
    });
    return { matched, recovered, dryRun: false };
  },
});
