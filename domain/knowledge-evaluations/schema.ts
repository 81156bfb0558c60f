import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { pageQuery, recordId, text } from '../kernel/schema.ts';
import { selectDocumentOwners } from '../knowledge-bases/document-store.ts';
import { knowledgeBaseParams, ownKnowledgeBase } from '../knowledge-bases/schema.ts';
import { findRun } from './run-store.ts';
import { findEvaluation } from './store.ts';
import { type EvaluationRun, type KnowledgeEvaluationRow, MAX_QUESTION } from './table.ts';

/** Most questions of an evaluation. */
export const MAX_QUESTIONS = 500;

export const evaluationParams = knowledgeBaseParams.extend({
  evaluation: recordId.describe('Id of an evaluation of the knowledge base.'),
});

export const runParams = evaluationParams.extend({ run: recordId.describe('Id of a run of the evaluation.') });

/** Identifies a run in the input of steps. */
export const runReference = z.object({ runId: recordId, rowKey: z.string() });

export const listQuery = z.object(pageQuery());

export const listResultsQuery = z.object({
  passed: z.boolean().optional().describe('Only questions that passed, or only those that failed.'),
  ...pageQuery(),
});

const question = z.object({
  question: text(MAX_QUESTION).describe('The question, asked as in an execution.'),
  expected: z
    .object({
      document_id: recordId.describe('A document of the knowledge base.'),
      contains: text(500).describe('Words of the passage; case and spaces are ignored.'),
    })
    .nullable()
    .describe('The passage that should be found; null if the documents do not contain it.'),
});

/** The questions of an evaluation, each once. */
const questions = z
  .array(question)
  .min(1, 'Must have an entry.')
  .max(MAX_QUESTIONS, `Must have at most ${MAX_QUESTIONS} entries.`)
  .refine((all) => new Set(all.map((one) => one.question)).size === all.length, 'Must have each question once.')
  .describe('The questions, each of them once; a change replaces all.');

/** The documents that the questions of a body expect, whatever else these have. */
export const expectedDocuments = z.array(
  z.object({ expected: z.object({ document_id: recordId }).nullish() }).catch({ expected: null }),
);

const name = text(200).describe('Display name in lists.');

export const createEvaluationBody = z.object({ name, questions });

/** Body of an update; absent fields keep their values. */
export const updateEvaluationBody = z.object({ name: name.optional(), questions: questions.optional() });

/** An evaluation of a knowledge base of the caller's; 404 when the base has none of this id. */
export async function ownEvaluation(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { id, evaluation }: { id: number; evaluation: number },
): Promise<KnowledgeEvaluationRow> {
  await ownKnowledgeBase(deps, call, { id });
  const found = await createdEvaluation(deps, call, evaluation);
  if (found.knowledge_base_id !== id) throw notFound('Evaluation');
  return found;
}

/** An evaluation of the caller's by id alone, for repeated requests. */
export async function createdEvaluation(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  id: number,
): Promise<KnowledgeEvaluationRow> {
  return ownedBy(call, 'Evaluation', await findEvaluation(db, id), ({ partner_id }) => partner_id);
}

/** A run of an evaluation of the caller's; 404 when the evaluation has none of this id. */
export async function ownRun(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { run, ...params }: z.output<typeof runParams>,
): Promise<EvaluationRun> {
  const { id } = await ownEvaluation(deps, call, params);
  const found = await createdRun(deps, call, run);
  if (found.evaluation_id !== id) throw notFound('Run');
  return found;
}

/** A run of the caller's by id alone, for repeated requests. */
export async function createdRun({ db }: Pick<Deps, 'db'>, call: Call, id: number): Promise<EvaluationRun> {
  return ownedBy(call, 'Run', await findRun(db, id), ({ partner_id }) => partner_id);
}

/** Throws NOT_FOUND and FORBIDDEN where a question expects a document that is not in the knowledge base. */
export async function requireExpectedDocuments(
  { db }: Pick<Deps, 'db'>,
  call: Call,
  baseId: number,
  asked: z.output<typeof expectedDocuments> | undefined,
): Promise<void> {
  // A body may have more than it is valid with.
  const ids = [...new Set(asked?.slice(0, MAX_QUESTIONS).flatMap(({ expected }) => expected?.document_id ?? []))];
  if (ids.length === 0) return;
  const owners = new Map((await selectDocumentOwners(db, ids)).map((owner) => [owner.id, owner]));
  for (const id of ids) {
    const document = ownedBy(call, 'Document', owners.get(id) ?? null, ({ partner_id }) => partner_id);
    if (document.knowledge_base_id !== baseId) throw notFound('Document');
  }
}
