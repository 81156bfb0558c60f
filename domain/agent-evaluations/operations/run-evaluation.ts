import type { z } from 'zod';
import { AUDIT_CAPABILITY } from '../../agent-audit/rules.ts';
import { hasRevision } from '../../agents/store.ts';
import type { AgentRow } from '../../agents/table.ts';
import { ownAgent } from '../../agents/target.ts';
import { PRICES } from '../../capabilities/prices.ts';
import { holdCredits, holdFor } from '../../credits/ledger.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { runCredits } from '../rules.ts';
import { hasOpenRun, insertRun } from '../run-store.ts';
import { createdRun, evaluationParams, MAX_SUBJECTS, namedAgents, ownEvaluation, runBody } from '../schema.ts';
import { lockEvaluation } from '../store.ts';
import type { AgentEvaluationRow, AgentEvaluationRunRow, Subject } from '../table.ts';

/** Starts a run of an evaluation with one agent or two: holds the credits of each and enqueues the workflow. */
export const runEvaluation = operation({
  name: 'agent_evaluations.run',
  permission: 'manage_agents',
  params: evaluationParams,
  target: ownEvaluation,
  capability: () => AUDIT_CAPABILITY,
  references: references(
    { agents: namedAgents },
    async (deps, call, { agents = [] }, _evaluation: AgentEvaluationRow) => {
      // A body may have more than it is valid with.
      for (const named of agents.slice(0, MAX_SUBJECTS)) if (named) await ownAgent(deps, call, { id: named.agent_id });
    },
  ),
  input: runBody,
  async prepare(deps, call, { agents }) {
    await requireAi(deps, call);
    return subjectsOf(deps, call, agents);
  },
  async change(tx, { deps, call, target: { id }, prepared: subjects }): Promise<AgentEvaluationRunRow> {
    // Locked, so that of two at once the second finds the run of the first.
    const evaluation = await lockEvaluation(tx.em, id);
    if (!evaluation) throw notFound('Evaluation');
    if (await hasOpenRun(tx.em, evaluation)) throw conflict('A run of the evaluation is open.');
    const rowKey = deps.ids.uuid();
    const sandbox = isSandbox(call);
    const run = await insertRun(tx.em, tx.now, evaluation, { row_key: rowKey, subjects, sandbox });
    holdCredits(
      tx,
      holdFor(call, {
        amount: PRICES[AUDIT_CAPABILITY] * subjects.length,
        reference: runCredits(rowKey),
        capability: AUDIT_CAPABILITY,
      }),
    );
    tx.enqueue({
      kind: 'agent_evaluations.run',
      runId: run.id,
      rowKey,
      partnerId: partnerOf(call),
      evaluationId: id,
      sandbox,
      requestId: call.requestId,
    });
    return run;
  },
  audit: ({ id, evaluation_id }) => ({ type: 'agent_evaluation_run', id, details: { evaluation_id } }),
  recover: (deps, call, madeId) => createdRun(deps, call, Number(madeId)),
});

/** What is wrong with a revision of an agent: it is to come, or is kept no more. Undefined: nothing. */
async function revisionProblem(
  { db }: Deps,
  { id, revision: newest }: AgentRow,
  revision: number,
): Promise<string | undefined> {
  if (revision > newest) return `The newest revision of the agent is ${newest}.`;
  // An agent may have no row of its present revision.
  if (revision === newest || (await hasRevision(db, id, revision))) return undefined;
  return 'This revision of the agent is kept no more; its history has those that are.';
}

/** The agents at their revisions. Throws VALIDATION_ERROR for a revision that an agent does not have, and where both are the same. */
async function subjectsOf(deps: Deps, call: Call, named: z.output<typeof runBody>['agents']): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const [index, { agent_id, revision }] of named.entries()) {
    const agent = await ownAgent(deps, call, { id: agent_id });
    const problem = revision === undefined ? undefined : await revisionProblem(deps, agent, revision);
    if (problem !== undefined) throw invalid({ [`agents.${index}.revision`]: [problem] });
    subjects.push({ agent_id, revision: revision ?? agent.revision });
  }
  const [first, second] = subjects;
  if (first && second && first.agent_id === second.agent_id && first.revision === second.revision) {
    throw invalid({ agents: ['Must not name the same agent at the same revision twice.'] });
  }
  return subjects;
}
