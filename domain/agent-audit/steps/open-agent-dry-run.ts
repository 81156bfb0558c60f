import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { findRunningDryRun } from '../agent-dry-run-store.ts';
import { agentDryRunInput } from '../schema.ts';

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
