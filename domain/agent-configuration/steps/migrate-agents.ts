import { z } from 'zod';
import { isUnavailable } from '../../../infra/database/port.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import {
  type BatchReference,
  countItems,
  endBatch,
  findPendingAgent,
  finishItem,
  lockRunningBatch,
} from '../batch-store.ts';
import { migrateToLatest } from '../migration.ts';

/** Identifies a batch. Ids recur after a database restore, so `rowKey` identifies the row. */
const batchReference = z.object({ batchId: recordId, rowKey: z.string() });

/** Agents per call: few enough for visible progress. */
const AT_ONCE = 20;

/** `done`: the batch has ended. */
const progress = z.object({ done: z.boolean(), finished: z.int(), total: z.int() });

/**
 * Migrates the next agents of a batch, each in a separate transaction with its entry in the batch. A retry continues after the
 * last commit, and one failing agent does not stop the others. The last agent ends the batch.
 */
export const migrateAgents = step({
  name: 'agents.migrate_batch',
  input: batchReference,
  output: progress,
  async run(deps, call, reference) {
    for (let moved = 0; moved < AT_ONCE && !call.signal.aborted; moved += 1) {
      if (!(await migrateNext(deps, call, reference))) break;
    }
    return deps.transaction(call, async (tx) => {
      const batch = await lockRunningBatch(tx.em, reference);
      const { total, finished } = await countItems(tx.em, reference.batchId);
      if (batch && finished === total) await endBatch(tx.em, tx.now, batch.id, 'completed');
      return { total, finished, done: !batch || finished === total };
    });
  },
});

/** Migrates the next agent; false when there is none. The lock on the batch's row serialises concurrent workers. */
async function migrateNext(deps: Deps, call: Call, reference: BatchReference): Promise<boolean> {
  const agentId = await findPendingAgent(deps.db, reference.batchId);
  if (agentId === null) return false;
  try {
    return await deps.transaction(call, (tx) => migrateIn(tx, reference, agentId));
  } catch (error) {
    // A passing failure of the database is not the agent's.
    if (isUnavailable(error)) throw error;
    if (!(error instanceof AppError)) call.warn?.(error, `agent ${agentId} of batch ${reference.batchId} failed alone`);
    await recordFailure(deps, call, reference, { agent_id: agentId, error: sentenceFor(error) });
    return true;
  }
}

/** Migrates the agent, unless another worker has; false when the batch has ended. */
async function migrateIn(tx: Tx, reference: BatchReference, agentId: number): Promise<boolean> {
  const batch = await lockRunningBatch(tx.em, reference);
  if (!batch) return false;
  if ((await findPendingAgent(tx.em, batch.id)) !== agentId) return true;
  const migration = await migrateToLatest(tx, agentId, { actor: batch.actor, dryRun: batch.dry_run });
  await finishItem(tx.em, tx.now, batch.id, migration);
  if (migration.changed && !batch.dry_run) {
    const { from_version, to_version } = migration;
    const details = { from_version, to_version, batch: batch.id };
    tx.audit({ type: 'agent', id: agentId, partnerId: batch.partner_id, details });
  }
  return true;
}

async function recordFailure(
  deps: Deps,
  call: Call,
  reference: BatchReference,
  failure: { agent_id: number; error: string },
): Promise<void> {
  await deps.transaction(call, async (tx) => {
    const batch = await lockRunningBatch(tx.em, reference);
    if (batch) await finishItem(tx.em, tx.now, batch.id, failure);
  });
}

function sentenceFor(error: unknown): string {
  return error instanceof AppError ? error.message.slice(0, 500) : 'The agent could not be migrated.';
}

/** Fails a running batch whose workflow run was lost; false when it had ended. Migrated agents stay so, others stay `pending`. */
export const failBatch = step({
  name: 'agents.fail_batch',
  input: batchReference,
  output: z.boolean(),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const batch = await lockRunningBatch(tx.em, reference);
      if (batch) await endBatch(tx.em, tx.now, batch.id, 'failed');
      return batch !== null;
    }),
});
