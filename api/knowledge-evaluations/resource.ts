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
    document_id: idSchema.describe('The document that has the passage, which may be deleted since.'),
    contains: text.describe('Words of the passage; letter case and spaces do not matter.'),
  })
  .nullable()
  .describe('The passage that should be found; null: none, since the documents do not have it.');

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
          question: text.describe('Searched as an execution would search for it.'),
          expected: expectedSchema,
        }),
      )
      .describe('The questions in the order in which they are asked.'),
    documents: z
      .array(z.object({ id: idSchema, title: text.describe('Title of the document.') }))
      .describe('The documents that questions expect; those that were deleted are not among them.'),
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
    .describe('Place of the expected passage, from 1; null: it was not found, or none is expected.'),
});
const delta = z.number().min(-1).max(1).nullable();
const recallAt = (place: string) =>
  `Share of the questions with an expected passage that find it ${place}; null: none expects one.`;
const NO_DELTA = 'null: one of the runs has no such figure for these questions.';

/** A run of an evaluation. */
export const evaluationRunResource = resource({
  type: 'evaluation_run',
  attributes: {
    evaluation_id: idSchema.describe('The evaluation whose questions are asked.'),
    status: z
      .enum(EVALUATION_RUN_STATUSES)
      .describe('Read it again while it is `running`; the others are final. `cancelled`: you stopped it.'),
    sandbox: z
      .boolean()
      .describe('Whether it was started with a sandbox key: the sandbox AI embeds its questions then.'),
    reason: text.nullable().describe('Why it failed, as a sentence for people; null: it did not.'),
    total: countSchema.describe('Number of questions.'),
    answered: countSchema.describe('Number of questions that have been asked.'),
    without_meaning: countSchema.describe(
      'Number of them that were searched by words only, since the AI provider gave no answer in time.',
    ),
    result: z
      .object({
        passed: countSchema.describe('Questions of which the expected passage was found, or rightly none.'),
        recall_at_1: share.describe(recallAt('at the first place')),
        recall_at_5: share.describe(recallAt('among the first five')),
        recall_at_10: share.describe(recallAt('among the first ten')),
        precision: share.describe(
          'Share of the questions for which something was found that found what was expected; null: nothing was found.',
        ),
        mrr: share.describe(
          'Mean of 1 divided by the place of the expected passage, 0 where it was not found; null: none is expected.',
        ),
        refusals: z
          .object({
            right: countSchema.describe('No passage is expected, and none was found.'),
            wrong: countSchema.describe('A passage is expected, and none was found.'),
            missed: countSchema.describe('No passage is expected, and some was found.'),
          })
          .describe('Numbers of questions that found nothing, or should have.'),
      })
      .nullable()
      .describe('Set once completed.'),
    comparison: z
      .object({
        run_id: idSchema.describe('The run that it is compared with, which may be deleted since.'),
        questions: countSchema.describe('Questions that both runs have, with the same expected passage.'),
        passed_delta: z.int().describe('How many more of them pass now; negative: fewer.'),
        recall_delta: delta.describe(`Change of \`recall_at_5\`. ${NO_DELTA}`),
        precision_delta: delta.describe(`Change of \`precision\`. ${NO_DELTA}`),
        mrr_delta: delta.describe(`Change of \`mrr\`. ${NO_DELTA}`),
        changed_total: countSchema.describe('Number of these whose outcome or place changed.'),
        changed: z
          .array(
            z.object({
              position: idSchema.describe('Place of the question in this run, from 1.'),
              question: text.describe('The question, up to 200 characters.'),
              was: outcomeSchema.describe('What became of it in the run before.'),
              is: outcomeSchema.describe('What became of it in this run.'),
            }),
          )
          .describe('The first 20 of them, those that passed in one of the runs only before the others.'),
      })
      .nullable()
      .describe('With the completed run before it, over the questions that both have; null: there was none.'),
    created_at: datetimeSchema,
    completed_at: datetimeSchema.nullable().describe('When it ended, with whatever outcome; null while it is running.'),
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
    question: text.describe('The question as it was when the run began.'),
    expected: expectedSchema,
    expected_title: text
      .nullable()
      .describe('Title of the document that is expected; null: nothing is, or the document was deleted.'),
    found: z
      .array(
        z.object({
          passage_id: idSchema.describe('The passage; a replacement of its document gives passages other ids.'),
          document_id: idSchema.describe('The document that it is of.'),
          title: text.describe('Title that the document had.'),
          section: text.describe('Headings above it, or its page; may be empty.'),
          rank: z.number().describe('Share of the question that occurs in it, 0 to 1; rare words weigh more.'),
          is_expected: z.boolean().describe('Whether it is a passage that was expected.'),
        }),
      )
      .nullable()
      .describe('Best first, at most ten; null: it has not been asked yet.'),
    hit_position: idSchema.nullable().describe('Place of the first passage that was expected, from 1.'),
    passed: z
      .boolean()
      .nullable()
      .describe('Whether the expected passage was found, or rightly none; null: it has not been asked yet.'),
    without_meaning: z
      .boolean()
      .describe('Whether it was searched by words only, since the AI provider gave no answer in time.'),
  },
  present: ({ position }: EvaluationResult) => ({ id: position }),
});
