import { auditedAgent, auditedAgentParams } from '../../agent-configuration/target.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { recordId } from '../../kernel/schema.ts';
import { findDryRun } from '../dry-run-store.ts';
import type { AgentDryRunRow } from '../table.ts';

/** A rehearsal, perhaps still running. */
export const getAgentDryRun = operation({
  name: 'agent_audit.get_dry_run',
  permission: 'view_companies',
  params: auditedAgentParams.extend({ dry_run: recordId.describe('Id of a dry run.') }),
  target: ownDryRun,
  input: nothing,
  run: async (_deps, _call, _input, dryRun): Promise<AgentDryRunRow> => dryRun,
});

async function ownDryRun(deps: Deps, call: Call, params: { agent: number; dry_run: number }): Promise<AgentDryRunRow> {
  const agent = await auditedAgent(deps, call, params);
  const found = await findDryRun(deps.db, params.dry_run);
  const dryRun = ownedBy(call, 'Dry run', found, ({ partner_id }) => partner_id);
  if (dryRun.agent_id !== agent.id) throw notFound('Dry run');
  return dryRun;
}
