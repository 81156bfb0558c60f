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

const expectedSchema = z
  .object({
    document_id: idSchema.describe('The document of the passage; it may have been deleted since.'),
    contains: text.describe('Words of the passage; case and spaces are ignored.'),
  })
  .nullable()
  .describe('The passage that should be found; null if the documents do not contain it.');

const evaluationAttributes = {
  knowledge_base_id: idSchema.describe('The knowledge base that is searched.'),
  name: text.describe('Name of the evaluation.'),
  question_count: countSchema.describe('Number of its questions.'),
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
    questions: z
      .array(
        z.object({
          question: text.describe('The question, searched as in an execution.'),
          expected: expectedSchema,
        }),
      )
      .describe('The questions, in order.'),
    documents: z
      .array(z.object({ id: idSchema, title: text.describe('Title of the document.') }))
      .describe('The expected documents, except deleted ones.'),
  },
  links: { self: text, runs: text },
  present: (evaluation: TitledEvaluation) => ({
    attributes: { question_count: evaluation.questions.length },
    links: { self: pathOf(evaluation), runs: `${pathOf(evaluation)}/runs` },
  }),
});

const outcomeSchema = z.object({
  passed: z.boolean().describe('Whether the expected passage was found, or rightly none.'),
  hit_position: idSchema
    .nullable()
    .describe('Rank of the expected passage, from 1; null if it was not found, or none is expected.'),
});
const delta = z.number().min(-1).max(1).nullable();
const recallAt = (place: string) =>
  `Share of questions with an expected passage that find it ${place}; null if none expects one.`;
const NO_DELTA = 'null if either run has no value for these questions.';

/** A run of an evaluation. */
export const evaluationRunResource = resource({
  type: 'evaluation_run',
  attributes: {
    evaluation_id: idSchema.describe('The evaluation of the run.'),
    status: z
      .enum(EVALUATION_RUN_STATUSES)
      .describe('Poll while it is `running`; the others are final. `cancelled`: you stopped it.'),
    sandbox: z
      .boolean()
      .describe('Whether it was started with a sandbox key; the sandbox AI then embeds its questions.'),
    reason: text.nullable().describe('Why it failed, as a sentence for people; null unless it failed.'),
    total: countSchema.describe('Number of questions.'),
    answered: countSchema.describe('Number of questions asked so far.'),
    without_meaning: countSchema.describe(
      'Number of questions searched by words only, because the AI provider did not answer in time.',
    ),
    result: z
      .object({
        passed: countSchema.describe('Questions whose expected passage was found, or that rightly found none.'),
        recall_at_1: share.describe(recallAt('at the first place')),
        recall_at_5: share.describe(recallAt('among the first five')),
        recall_at_10: share.describe(recallAt('among the first ten')),
        precision: share.describe(
          'Share of questions with results that found the expected passage; null if nothing was found.',
        ),
        mrr: share.describe(
          'Mean of 1 divided by the rank of the expected passage, 0 if it was not found; null if none is expected.',
        ),
        refusals: z
          .object({
            right: countSchema.describe('None expected, none found.'),
            wrong: countSchema.describe('One expected, none found.'),
            missed: countSchema.describe('None expected, some found.'),
          })
          .describe('Number of questions for which no passage was found or expected.'),
      })
      .nullable()
      .describe('Set on completion.'),
    comparison: z
      .object({
        run_id: idSchema.describe('The run compared with; it may have been deleted since.'),
        questions: countSchema.describe('Questions in both runs with the same expected passage.'),
        passed_delta: z.int().describe('Increase of passed questions; negative for a decrease.'),
        recall_delta: delta.describe(`Change of \`recall_at_5\`. ${NO_DELTA}`),
        precision_delta: delta.describe(`Change of \`precision\`. ${NO_DELTA}`),
        mrr_delta: delta.describe(`Change of \`mrr\`. ${NO_DELTA}`),
        changed_total: countSchema.describe('Number of these whose outcome or rank changed.'),
        changed: z
          .array(
            z.object({
              position: idSchema.describe('Position of the question in this run, from 1.'),
              question: text.describe('The question, cut to 200 characters.'),
              was: outcomeSchema.describe('Result in the previous run.'),
              is: outcomeSchema.describe('Result in this run.'),
            }),
          )
          .describe('The first 20 of them, starting with those that passed in only one of the runs.'),
      })
      .nullable()
      .describe('Comparison with the previous completed run, for the questions in both; null if there was none.'),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe('When it ended, whatever the outcome; null while it is running.'),
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
  id: idSchema.describe('Position of the question, from 1.'),
  attributes: {
    question: text.describe('The question as it was when the run began.'),
    expected: expectedSchema,
    expected_title: text
      .nullable()
      .describe('Title of the expected document; null if none is expected, or it was deleted.'),
    found: z
      .array(
        z.object({
          passage_id: idSchema.describe('The passage; its id changes when the document is replaced.'),
          document_id: idSchema.describe('The document of the passage.'),
          title: text.describe('Title of the document at that time.'),
          section: text.describe('Headings above it, or its page; may be empty.'),
          rank: z.number().describe('Share of the question that occurs in it, 0 to 1; rare words weigh more.'),
          is_expected: z.boolean().describe('Whether it is an expected passage.'),
        }),
      )
      .nullable()
      .describe('Best first, at most ten; null if not yet asked.'),
    hit_position: idSchema.nullable().describe('Rank of the first expected passage, from 1.'),
    passed: z
      .boolean()
      .nullable()
      .describe('Whether the expected passage was found, or rightly none; null if not yet asked.'),
    without_meaning: z
      .boolean()
      .describe('Whether it was searched by words only, because the AI provider did not answer in time.'),
  },
  present: ({ position }: EvaluationResult) => ({ id: position }),
});
