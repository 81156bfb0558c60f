import { z } from 'zod';
import { comparable } from '../guardrails/phrases.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { integer, ofSandbox, onceValid, pageQuery, recordId, text } from '../kernel/schema.ts';
import { MAX_PHRASE } from './rules.ts';
import { findRun } from './run-store.ts';
import { findEvaluation } from './store.ts';
import type { AgentEvaluationRow, AgentEvaluationRunRow } from './table.ts';

/** Most prompts of an evaluation: each costs the operator an AI request for each agent. */
export const MAX_PROMPTS = 50;
/** Longest message to an agent, characters. */
const MAX_MESSAGE = 2_000;
/** Most phrases of a kind that a prompt has. */
const MAX_PHRASES = 5;
/** Most agents that a run compares. */
export const MAX_SUBJECTS = 2;
/** Greatest number of a revision. */
const MAX_REVISION = 2_147_483_647;

export const evaluationParams = z.object({ id: recordId.describe('Id of an evaluation of agents.') });

/** Identifies a run in the input of steps. */
export const runReference = z.object({ runId: recordId, rowKey: z.string() });

export const runParams = evaluationParams.extend({ run: recordId.describe('Id of a run of the evaluation.') });

export const listQuery = z.object(pageQuery());

export const listRunsQuery = z.object({ ...ofSandbox, ...pageQuery() });

export const listResultsQuery = z.object({
  passed: z.boolean().optional().describe('Only answers that passed, or only those that failed.'),
  ...pageQuery(),
});

const phrases = (description: string) => z.array(text(MAX_PHRASE)).max(MAX_PHRASES).default([]).describe(description);

const prompt = z
  .object({
    message: text(MAX_MESSAGE).describe('The message to the agent, like the task of an execution.'),
    must_say: phrases('Phrases that the answer must contain, as whole words in any letter case.'),
    must_not_say: phrases('Phrases that the answer must not contain.'),
  })
  .refine(({ must_say, must_not_say }) => must_say.length + must_not_say.length > 0, {
    error: 'Must have a phrase.',
    ...onceValid('must_say', 'must_not_say'),
  })
  .refine(
    ({ must_say, must_not_say }) => {
      const ruledOut = new Set(must_not_say.map(comparable));
      return !must_say.some((phrase) => ruledOut.has(comparable(phrase)));
    },
    {
      error: 'Must not have a phrase that the answer must have and must not have.',
      ...onceValid('must_say', 'must_not_say'),
    },
  );

const prompts = z
  .array(prompt)
  .min(1, 'Must have an entry.')
  .max(MAX_PROMPTS, `Must have at most ${MAX_PROMPTS} entries.`)
  .describe('Prompts for the agents, in order; a change replaces all of them.');

const name = text(200).describe('Display name in lists.');

export const createEvaluationBody = z.object({ name, prompts });

/** Body of an update; absent fields keep their values. */
export const updateEvaluationBody = z.object({ name: name.optional(), prompts: prompts.optional() });

const subject = z.object({
  agent_id: recordId.describe('An agent of yours, or the platform’s.'),
  revision: integer(1, MAX_REVISION)
    .optional()
    .describe('A revision of the agent (`GET /agents/audit/{agent}/history`); defaults to the newest.'),
});

export const runBody = z.object({
  agents: z
    .array(subject)
    .min(1, 'Must have an entry.')
    .max(MAX_SUBJECTS, `Must have at most ${MAX_SUBJECTS} entries.`)
    .describe('One agent, or two to compare; each costs the credits of `agent_audit`.'),
});

/** The agents of a body, whatever else is wrong with them. */
export const namedAgents = z.array(z.object({ agent_id: recordId }).nullable().catch(null));

/** An evaluation of the caller's; 404 when there is none of this id. */
export async function ownEvaluation(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  { id }: { id: number },
): Promise<AgentEvaluationRow> {
  return ownedBy(call, 'Evaluation', await findEvaluation(db, id), ({ partner_id }) => partner_id);
}

/** A run of an evaluation of the caller's; 404 when the evaluation has none of this id. */
export async function ownRun(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { run, ...params }: z.output<typeof runParams>,
): Promise<AgentEvaluationRunRow> {
  const { id } = await ownEvaluation(deps, call, params);
  const found = await createdRun(deps, call, run);
  if (found.evaluation_id !== id) throw notFound('Run');
  return found;
}

/** A run of the caller's by id alone, for repeated requests. */
export async function createdRun({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<AgentEvaluationRunRow> {
  return ownedBy(call, 'Run', await findRun(db, id), ({ partner_id }) => partner_id);
}
