import { z } from 'zod';
import { applyAgent, resolveAgent } from '../../agents/configuration.ts';
import { findPinnedAgent } from '../../agents/store.ts';
import type { Asker } from '../../capabilities/ask.ts';
import { ask, savePaidAnswer } from '../../capabilities/ask.ts';
import type { EarlierStep, StepContext } from '../../capabilities/types.ts';
import { inspect } from '../../executions/step-io.ts';
import { findAllowedTerms } from '../../guardrails/store.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { findRunningDryRun, saveSimulatedStep } from '../agent-dry-run-store.ts';
import { agentDryRunInput } from '../schema.ts';
import { type SimulatedStep, simulated } from '../simulation.ts';
import type { AgentDryRunRow } from '../table.ts';

/**
 * Simulates a step and stores its result; a retry finds the result and asks nothing. As in an execution, no step follows one
 * that a guardrail blocked. Throws AiError and UnusableAnswer.
 */
export const simulateStep = step({
  name: 'agent_audit.rehearse_step',
  input: agentDryRunInput.extend({ key: z.string() }),
  output: z.object({ open: z.boolean() }),
  async run(deps, call, { key, ...reference }) {
    const dryRun = await findRunningDryRun(deps.db, reference);
    if (!dryRun || isStopped(dryRun)) return { open: false };
    if (dryRun.results[key]) return { open: true };
    const idempotencyKey = `${dryRun.row_key}/${key}`;
    return savePaidAnswer(
      idempotencyKey,
      () => simulate(deps, { idempotencyKey, signal: call.signal }, dryRun, key),
      async (result) => {
        await saveSimulatedStep(deps.db, deps.clock.now(), reference, key, result);
        return { open: true };
      },
    );
  },
});

function isStopped({ results }: AgentDryRunRow): boolean {
  return Object.values(results).some(({ hits }) => hits.some(({ action }) => action === 'block'));
}

async function simulate(deps: Deps, asker: Asker, dryRun: AgentDryRunRow, key: string): Promise<SimulatedStep> {
  const context = contextOf(deps, dryRun, key);
  const pinned = await findPinnedAgent(deps.db, dryRun.agent_id, dryRun.agent_revision);
  if (!pinned) throw new Error(`There is no agent ${dryRun.agent_id}.`);
  const agent = resolveAgent(pinned);
  const kind = deps.capabilities.stepKind(context.step.kind);
  const { task } = kind;
  const purpose = { task, partnerId: dryRun.partner_id, subject: { type: 'agent_dry_run', id: dryRun.id } };
  const asked = kind.question(context);
  const question = asked && applyAgent(agent, { task, capability: dryRun.capability, models: deps.ai.models }, asked);
  const { answer } = await ask(deps, { ...asker, sandbox: dryRun.sandbox, purpose }, question);
  const result = kind.interpret(context, answer);
  const allowed = await findAllowedTerms(deps.db, dryRun.partner_id);
  const hits = await inspect(context, result, { agent: agent.guardrails, allowed });
  return simulated(context.step.title, result, { hits, isShown: context.step.deliverable !== null });
}

function contextOf({ capabilities }: Deps, dryRun: AgentDryRunRow, key: string): StepContext {
  const capability = capabilities.find(dryRun.capability);
  const step = dryRun.steps.find((planned) => planned.key === key);
  if (!capability || !step) throw new Error(`Dry run ${dryRun.id} has no step ${key}, or no capability.`);
  const earlier = dryRun.steps
    .filter((planned) => step.depends_on.includes(planned.key))
    .flatMap(({ key: earlierKey, kind, title }): EarlierStep[] => {
      const result = dryRun.results[earlierKey];
      return result?.output ? [{ key: earlierKey, kind, title, output: result.output, drafts: result.drafts }] : [];
    });
  const { settings, context, created_at: acceptedAt } = dryRun;
  return { capability, settings, context, step, earlier, acceptedAt };
}
