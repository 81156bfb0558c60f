import type { Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { findAgentDryRun } from './agent-dry-run-store.ts';
import { agentDryRunTopic } from './rules.ts';
import type { AgentDryRunRow } from './table.ts';

/**
 * Waits for the end of an agent dry run and returns it; it is still running after the limit or when the process stops.
 * Throws SERVER_ERROR when the dry run failed.
 */
export async function awaitAgentDryRun(
  deps: Deps,
  { id }: Pick<AgentDryRunRow, 'id'>,
  limitMs?: number,
): Promise<AgentDryRunRow> {
  const dryRun = await waitFor(deps, { topic: agentDryRunTopic(id), limitMs }, async () => {
    const found = await findAgentDryRun(deps.db, id);
    if (!found) throw notFound('Dry run');
    return { found, hasEnded: found.status !== 'running' };
  });
  if (dryRun.status === 'failed') throw new AppError('SERVER_ERROR', dryRun.error ?? 'The dry run failed.');
  return dryRun;
}
