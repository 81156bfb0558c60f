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
const promptSchema = z.object({ message: text, must_say: phrases, must_not_say: phrases });

const evaluationAttributes = {
  name: text,
  prompt_count: countSchema,
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
  attributes: { ...evaluationAttributes, prompts: z.array(promptSchema) },
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
  passed: countSchema,
  lacks: countSchema,
  says: countSchema,
  stopped: countSchema,
  withheld: countSchema,
});

/** A run of an evaluation. */
export const agentEvaluationRunResource = resource({
  type: 'agent_evaluation_run',
  attributes: {
    evaluation_id: idSchema,
    status: z.enum(RUN_STATUSES),
    progress: z.object({ answered: countSchema, total: countSchema }).meta({ title: 'AgentEvaluationProgress' }),
    agents: z
      .array(
        z.object({
          agent_id: idSchema,
          revision: idSchema,
          result: z
            .object({ passed: countSchema, failed: countSchema, verdicts: verdictCounts })
            .nullable()
            .describe('Numbers of prompts; null until it is completed.'),
        }),
      )
      .describe('One, or two that are compared.'),
    comparison: z
      .object({
        both_passed: countSchema,
        neither_passed: countSchema,
        only_first: z.array(idSchema).describe('Places of the prompts that only the first one passed.'),
        only_second: z.array(idSchema).describe('Places of the prompts that only the second one passed.'),
      })
      .nullable()
      .describe('Set once a run of two is completed.'),
    sandbox: z.boolean(),
    error_message: text.nullable(),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable(),
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
  id: text.describe('Place of the prompt and of the agent, each from 1.'),
  attributes: {
    position: idSchema.describe('Place of the prompt, from 1.'),
    agent: idSchema.describe('Place of the agent in the run, from 1.'),
    prompt: promptSchema,
    verdict: z
      .enum(VERDICTS)
      .nullable()
      .describe(
        '`lacks`: a phrase that it must have; `says`: one that it must not; `stopped`: by a guardrail; `withheld`: there was no answer to show; null: it has not been asked yet.',
      ),
    passed: z.boolean().nullable(),
    phrase: text.nullable().describe('The phrase that decided it.'),
    answer: text.nullable().describe('Its first 2,000 characters.'),
    rules: z.array(text).describe('Guardrails that the answer hit.'),
    model: text.nullable(),
  },
  present: ({ position, subject }: AgentEvaluationResultRow) => ({
    id: `${position}-${subject}`,
    attributes: { agent: subject },
  }),
});
