import { z } from 'zod';
import { RUN_STATUSES } from '../../domain/agent-audit/table.ts';
import { VERDICTS } from '../../domain/agent-evaluations/rules.ts';
import type {
  AgentEvaluationResultRow,
  AgentEvaluationRow,
  AgentEvaluationRunRow,
  ListedAgentEvaluation,
} from '../../domain/agent-evaluations/table.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, resource } from '../resource.ts';

const text = z.string();
const phrases = z.array(text);
const promptSchema = z.object({
  message: text.describe('The message to the agent.'),
  must_say: phrases.describe('Phrases that the answer must all contain.'),
  must_not_say: phrases.describe('Phrases that the answer must not contain.'),
});

const evaluationAttributes = {
  name: text.describe('Name of the evaluation.'),
  prompt_count: countSchema.describe('Number of its prompts.'),
  created_at: datetimeSchema,
  updated_at: datetimeSchema,
};

function pathOf({ id }: { id: number }): string {
  return `/api/v1/content-workflow/agent-evaluations/${id}`;
}

/** Where a run is read, a path. */
export function runPath({ evaluation_id, id }: AgentEvaluationRunRow): string {
  return `${pathOf({ id: evaluation_id })}/runs/${id}`;
}

/** An evaluation in a list. */
export const listedAgentEvaluationResource = resource({
  type: 'agent_evaluation',
  name: 'ListedAgentEvaluation',
  attributes: evaluationAttributes,
  links: { self: text, runs: text },
  present: (evaluation: ListedAgentEvaluation) => ({
    links: { self: pathOf(evaluation), runs: `${pathOf(evaluation)}/runs` },
  }),
});

/** An evaluation with its prompts. */
export const agentEvaluationResource = resource({
  type: 'agent_evaluation',
  attributes: {
    ...evaluationAttributes,
    prompts: z.array(promptSchema).describe('Prompts for the agents, in order.'),
  },
  links: { self: text, runs: text },
  present: (evaluation: AgentEvaluationRow) => ({
    attributes: {
      prompt_count: evaluation.prompts.length,
      prompts: evaluation.prompts.map(({ message, must_say, must_not_say }) => ({ message, must_say, must_not_say })),
    },
    links: { self: pathOf(evaluation), runs: `${pathOf(evaluation)}/runs` },
  }),
});

const verdictCounts = z.object({
  passed: countSchema.describe('Answers that meet the requirements.'),
  lacks: countSchema.describe('Answers that lack a required phrase.'),
  says: countSchema.describe('Answers that contain a forbidden phrase.'),
  stopped: countSchema.describe('Answers that a guardrail matched; they pass if no phrase was required.'),
  withheld: countSchema.describe('Prompts without an answer to show; they pass if no phrase was required.'),
});

/** A run of an evaluation. */
export const agentEvaluationRunResource = resource({
  type: 'agent_evaluation_run',
  attributes: {
    evaluation_id: idSchema.describe('The evaluation whose prompts are asked.'),
    status: z.enum(RUN_STATUSES).describe('Poll while it is `running`; the others are final.'),
    progress: z
      .object({
        answered: countSchema.describe('Answers received so far.'),
        total: countSchema.describe('Answers required: one per agent and prompt.'),
      })
      .describe('Progress of the challenge.')
      .meta({ title: 'AgentEvaluationProgress' }),
    agents: z
      .array(
        z.object({
          agent_id: idSchema.describe('An agent of yours, or the platform’s.'),
          revision: idSchema.describe("Number of the agent's revision."),
          result: z
            .object({
              passed: countSchema.describe('Prompts that the agent passed.'),
              failed: countSchema.describe('All other prompts.'),
              verdicts: verdictCounts.describe('Number of prompts by verdict.'),
            })
            .nullable()
            .describe('Numbers of prompts; null until completed.'),
        }),
      )
      .describe('One agent, or two to compare.'),
    comparison: z
      .object({
        both_passed: countSchema.describe('Number of prompts that both passed.'),
        neither_passed: countSchema.describe('Number of prompts that neither passed.'),
        only_first: z.array(idSchema).describe('Positions of the prompts that only the first one passed.'),
        only_second: z.array(idSchema).describe('Positions of the prompts that only the second one passed.'),
      })
      .nullable()
      .describe('Set when a run of two is completed.'),
    sandbox: z.boolean().describe('Started with a sandbox key: the sandbox AI answers, free of charge.'),
    error_message: text.nullable().describe('Why it failed, as a sentence for people; null unless it failed.'),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe('When it ended, completed or failed; null while it is running.'),
  },
  links: { self: text, results: text },
  present: (run: AgentEvaluationRunRow, { language }) => {
    const { report } = run;
    return {
      attributes: {
        progress: { answered: run.answered, total: run.total },
        agents: run.subjects.map(({ agent_id, revision }, index) => {
          const result = report?.subjects[index];
          return { agent_id, revision, result: result ?? null };
        }),
        comparison: report?.comparison
          ? {
              both_passed: report.comparison.both,
              neither_passed: report.comparison.neither,
              only_first: report.comparison.only_first,
              only_second: report.comparison.only_second,
            }
          : null,
        error_message: run.error && translate(run.error, language),
      },
      links: { self: runPath(run), results: `${runPath(run)}/results` },
    };
  },
});

/** A prompt of a run with what an agent answered. */
export const agentEvaluationResultResource = resource({
  type: 'agent_evaluation_result',
  id: text.describe('Positions of the prompt and of the agent, each from 1.'),
  attributes: {
    position: idSchema.describe('Position of the prompt, from 1.'),
    agent: idSchema.describe('Position of the agent in the run, from 1.'),
    prompt: promptSchema.describe('The prompt as it was when the run began.'),
    verdict: z
      .enum(VERDICTS)
      .nullable()
      .describe(
        '`lacks`: lacks a required phrase; `says`: has a forbidden one; `stopped`: by a guardrail; `withheld`: no answer to show; null if not yet asked.',
      ),
    passed: z.boolean().nullable().describe('Whether that verdict is a pass; null if not yet asked.'),
    phrase: text.nullable().describe('The phrase that decided the verdict.'),
    answer: text.nullable().describe('First 2,000 characters of the answer.'),
    rules: z.array(text).describe('Guardrails that the answer hit.'),
    model: text.nullable().describe('Model that answered; null if there is no answer.'),
  },
  present: ({ position, subject }: AgentEvaluationResultRow) => ({
    id: `${position}-${subject}`,
    attributes: { agent: subject },
  }),
});
