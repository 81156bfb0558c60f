import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import { workChanged } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { type AgentDryRunOutcome, endAgentDryRun, findRunningDryRun } from '../agent-dry-run-store.ts';
import { agentDryRunTopic, failureSentence } from '../rules.ts';
import { type AgentDryRunReference, agentDryRunInput } from '../schema.ts';
import { withoutTexts } from '../simulation.ts';

/** Returns the steps of a running agent dry run; null when it has ended or the row has another key. */
export const openAgentDryRun = step({
  name: 'agent_audit.open_dry_run',
  input: agentDryRunInput,
  output: z
    .object({ steps: z.array(z.object({ key: z.string(), kind: z.string(), dependsOn: z.array(z.string()) })) })
    .nullable(),
  async run({ db }, _call, reference) {
    const dryRun = await findRunningDryRun(db, reference);
    return dryRun && { steps: dryRun.steps.map(({ key, kind, depends_on }) => ({ key, kind, dependsOn: depends_on })) };
  },
});

/** Completes an agent dry run and keeps only its previews; false when it had ended. */
export const settleAgentDryRun = step({
  name: 'agent_audit.settle_dry_run',
  input: agentDryRunInput,
  output: z.boolean(),
  async run(deps, call, reference) {
    const dryRun = await findRunningDryRun(deps.db, reference);
    if (!dryRun) return false;
    const results = Object.fromEntries(
      Object.entries(dryRun.results).map(([key, result]) => [key, withoutTexts(result)]),
    );
    return end(deps, call, reference, { status: 'completed', results });
  },
});

/** Fails a running agent dry run with a class of failure; false when it had ended or the row has another key. */
export const failAgentDryRun = step({
  name: 'agent_audit.fail_dry_run',
  input: agentDryRunInput.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    end(deps, call, reference, { status: 'failed', results: {}, error: failureSentence(reason) }),
});

function end(deps: Deps, call: Call, reference: AgentDryRunReference, outcome: AgentDryRunOutcome): Promise<boolean> {
  return deps.transaction(call, async (tx) => {
    const ended = await endAgentDryRun(tx.em, tx.now, reference, outcome);
    if (!ended) return false;
    tx.notify(agentDryRunTopic(ended.id));
    tx.emit(workChanged(ended.partner_id, 'agent-dry-run', ended.id));
    return true;
  });
}
