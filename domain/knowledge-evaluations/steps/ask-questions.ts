import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { selectSameTexts } from '../../knowledge-bases/document-passage-store.ts';
import { prepareSearches } from '../../knowledge-bases/meaning-search.ts';
import type { Asker } from '../../knowledge-bases/query-embedding.ts';
import { answeringPassages } from '../../knowledge-bases/retrieval.ts';
import { type Expected, type FoundAt, foundAt, outcomeOf } from '../rules.ts';
import { type Finding, findRunning, saveFindings, selectUnasked } from '../run-store.ts';
import { runReference } from '../schema.ts';
import type { EvaluationRun } from '../table.ts';

/** Questions of a batch: a second of searching, and what a lost worker asks again. */
const BATCH_SIZE = 20;

/**
 * Asks the next questions of a run, as executions ask theirs, and saves what was found in one transaction; questions that
 * have been asked are left alone, so a repeat goes on where the last one ended. Returns how many have been asked; null:
 * the run has ended.
 */
export const askQuestions = step({
  name: 'knowledge_evaluations.ask_questions',
  input: runReference,
  output: z.object({ answered: z.int(), total: z.int() }).nullable(),
  async run(deps, call, reference) {
    const run = await findRunning(deps.db, reference);
    if (!run) return null;
    const findings: Finding[] = [];
    const questions = await selectUnasked(deps.db, run.id, BATCH_SIZE);
    const queries = questions.map(({ question }) => question);
    await prepareSearches(deps, askerOfRun(run), { baseIds: [run.knowledge_base_id], queries });
    for (const { position, question, expected } of questions) {
      call.signal.throwIfAborted();
      const { found, without_meaning } = await search(deps, run, question, expected);
      findings.push({ position, found, without_meaning, ...outcomeOf(found, expected) });
    }
    const answered = await deps.transaction(call, (tx) => saveFindings(tx.em, tx.now, reference, findings));
    return answered === null ? null : { answered, total: run.total };
  },
});

function askerOfRun({ partner_id: partnerId, sandbox }: EvaluationRun): Asker {
  return { partnerId, sandbox, isEvaluation: true };
}

/** What is found for a question; of passages with the same text, a search shows one. */
async function search(
  deps: Deps,
  run: EvaluationRun,
  query: string,
  expected: Expected | null,
): Promise<{ found: FoundAt[]; without_meaning: boolean }> {
  const baseIds = [run.knowledge_base_id];
  const { passages, meaning } = await answeringPassages(deps, { baseIds, query, asker: askerOfRun(run) });
  const texts = passages.map(({ text }) => text);
  const ofDocument = expected ? await selectSameTexts(deps.db, expected.document_id, texts) : new Set<string>();
  const found = foundAt(
    passages.map((passage) => ({ ...passage, isOfExpected: ofDocument.has(passage.text) })),
    expected,
  );
  return { found, without_meaning: meaning === 'unavailable' };
}
