import { selectAgentsById } from '../../agents/store.ts';
import { actorName, type Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { references } from '../../kernel/references.ts';
import { insertBatch } from '../batch-store.ts';
import { batchMigrateBody, ownBatch } from '../schema.ts';
import type { BatchMigration } from '../table.ts';

/** Starts the migration of several agents in a workflow. */
export const migrateBatch = operation({
  name: 'agents.migrate_batch',
  permission: 'manage_agents',
  params: nothing,
  references: references({ agent_ids: batchMigrateBody.shape.agent_ids }, requireOwnAgents),
  input: batchMigrateBody,
  prepare: requireOwnAgents,
  async change(tx, { deps, call, input }): Promise<BatchMigration> {
    const partnerId = partnerOf(call);
    const rowKey = deps.ids.uuid();
    const asked = { row_key: rowKey, partner_id: partnerId, dry_run: input.dry_run, actor: actorName(call.actor) };
    const made = await insertBatch(tx.em, tx.now, asked, input.agent_ids ?? null);
    tx.enqueue({
      kind: 'agents.batch_migrate',
      batchId: made.batch.id,
      rowKey,
      partnerId,
      requestId: call.requestId,
    });
    return made;
  },
  audit: ({ batch: { id, dry_run }, items }) => ({
    type: 'agent_batch_migration',
    id,
    details: { dry_run, agents: items.length },
  }),
  recover: (deps, call, madeId) => ownBatch(deps, call, { job: Number(madeId) }),
});

/** Agents in a body give the same errors as one in a path. */
async function requireOwnAgents(deps: Deps, call: Call, { agent_ids: ids = [] }: { agent_ids?: number[] | undefined }) {
  const found = new Map((await selectAgentsById(deps.db, ids)).map((agent) => [agent.id, agent]));
  for (const id of ids) {
    const agent = found.get(id) ?? null;
    if (agent?.partner_id === null) throw new AppError('FORBIDDEN', "The platform's own agent cannot be changed.");
    ownedBy(call, 'Agent', agent, ({ partner_id }) => partner_id);
  }
}
