import { z } from 'zod';
import {
  EVALUATION_RUN_STATUSES,
  type EvaluationResult,
  type EvaluationRun,
  type ListedEvaluation,
  type TitledEvaluation,
} from '../../domain/knowledge-evaluations/table.ts';
import { translate } from '../language/translate.ts';
import { countSchema, datetimeSchema, idSchema, resource } from '../resource.ts';

const text = z.string();
const share = z.number().min(0).max(1).nullable();

const expectedSchema = z.object({ document_id: idSchema, contains: text }).nullable();

const evaluationAttributes = {
  knowledge_base_id: idSchema,
  name: text,
  question_count: countSchema,
  created_at: datetimeSchema,
  updated_at: datetimeSchema,
};

function pathOf({ knowledge_base_id, id }: { knowledge_base_id: number; id: number }): string {
  return `/api/v1/content-workflow/knowledge-bases/${knowledge_base_id}/evaluations/${id}`;
}

/** Where a run is read, a path. */
export function runPath({ knowledge_base_id, evaluation_id, id }: EvaluationRun): string {
  return `${pathOf({ knowledge_base_id, id: evaluation_id })}/runs/${id}`;
}

/** An evaluation in a list. */
export const listedEvaluationResource = resource({
  type: 'evaluation',
  name: 'ListedEvaluation',
  attributes: evaluationAttributes,
  links: { self: text, runs: text },
  present: (evaluation: ListedEvaluation) => ({
    links: { self: pathOf(evaluation), runs: `${pathOf(evaluation)}/runs` },
  }),
});

/** An evaluation with its questions. */
export const evaluationResource = resource({
  type: 'evaluation',
  attributes: {
    ...evaluationAttributes,
    questions: z.array(z.object({ question: text, expected: expectedSchema })),
    documents: z
      .array(z.object({ id: idSchema, title: text }))
      .describe('The documents that questions expect; those that were deleted are not among them.'),
  },
  links: { self: text, runs: text },
  present: (evaluation: TitledEvaluation) => ({
    attributes: { question_count: evaluation.questions.length },
    links: { self: pathOf(evaluation), runs: `${pathOf(evaluation)}/runs` },
  }),
});

const outcomeSchema = z.object({ passed: z.boolean(), hit_position: idSchema.nullable() });
const delta = z.number().min(-1).max(1).nullable();

/** A run of an evaluation. */
export const evaluationRunResource = resource({
  type: 'evaluation_run',
  attributes: {
    evaluation_id: idSchema,
    status: z.enum(EVALUATION_RUN_STATUSES),
    sandbox: z
      .boolean()
      .describe('Whether it was started with a sandbox key: the sandbox AI embeds its questions then.'),
    reason: text.nullable(),
    total: countSchema.describe('Number of questions.'),
    answered: countSchema.describe('Number of questions that have been asked.'),
    without_meaning: countSchema.describe(
      'Number of them that were searched by words only, since the AI provider gave no answer in time.',
    ),
    result: z
      .object({
        passed: countSchema,
        recall_at_1: share,
        recall_at_5: share,
        recall_at_10: share,
        precision: share,
        mrr: share,
        refusals: z.object({ right: countSchema, wrong: countSchema, missed: countSchema }),
      })
      .nullable()
      .describe('Set once completed.'),
    comparison: z
      .object({
        run_id: idSchema,
        questions: countSchema,
        passed_delta: z.int(),
        recall_delta: delta,
        precision_delta: delta,
        mrr_delta: delta,
        changed_total: countSchema,
        changed: z.array(z.object({ position: idSchema, question: text, was: outcomeSchema, is: outcomeSchema })),
      })
      .nullable()
      .describe('With the completed run before it, over the questions that both have; null: there was none.'),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable(),
  },
  links: { self: text, results: text },
  present: (run: EvaluationRun, { language }) => ({
    attributes: { reason: run.reason && translate(run.reason, language) },
    links: { self: runPath(run), results: `${runPath(run)}/results` },
  }),
});

/** A question of a run with what was found. */
export const evaluationResultResource = resource({
  type: 'evaluation_result',
  id: idSchema.describe('Place of the question, from 1.'),
  attributes: {
    question: text,
    expected: expectedSchema,
    expected_title: text
      .nullable()
      .describe('Title of the document that is expected; null: nothing is, or the document was deleted.'),
    found: z
      .array(
        z.object({
          passage_id: idSchema,
          document_id: idSchema,
          title: text,
          section: text,
          rank: z.number(),
          is_expected: z.boolean(),
        }),
      )
      .nullable()
      .describe('Best first, at most ten; null: it has not been asked yet.'),
    hit_position: idSchema.nullable().describe('Place of the first passage that was expected, from 1.'),
    passed: z.boolean().nullable(),
    without_meaning: z
      .boolean()
      .describe('Whether it was searched by words only, since the AI provider gave no answer in time.'),
  },
  present: ({ position }: EvaluationResult) => ({ id: position }),
});
