import type { Call } from '../kernel/call.ts';
import { listChanged } from '../kernel/change-events.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { findGeneration, lockRunning, setCaseStudy } from './generation-store.ts';
import { caseStudyNotFound, generationTopic } from './rules.ts';
import { findCaseStudy, insertCaseStudy } from './store.ts';
import type { CaseStudyGenerationRow } from './table.ts';
import type { CaseStudy } from './types.ts';

/** Time that a request waits for its case study before it returns a draft. */
const WAIT_LIMIT_MS = 60_000;

/** Waits for the end of a generation and returns it; it is still running after the limit or when the process stops. */
export function awaitEnd(
  deps: Deps,
  { id }: CaseStudyGenerationRow,
  limitMs: number = WAIT_LIMIT_MS,
): Promise<CaseStudyGenerationRow> {
  return waitFor(deps, { topic: generationTopic(id), limitMs }, async () => {
    const found = await findGeneration(deps.db, id);
    if (!found) throw caseStudyNotFound();
    return { found, hasEnded: found.status !== 'running' };
  });
}

/** The case study of a generation, or a draft while it is being written. Throws GENERATION_FAILED. */
export async function resultOf(deps: Deps, call: Call, generation: CaseStudyGenerationRow): Promise<CaseStudy> {
  if (generation.status === 'failed') throw generationFailed(generation);
  const caseStudyId = generation.case_study_id ?? (await draftOf(deps, call, generation));
  const caseStudy = caseStudyId === null ? null : await findCaseStudy(deps.db, caseStudyId);
  if (caseStudy) return caseStudy;
  const ended = await findGeneration(deps.db, generation.id);
  if (ended?.status === 'failed') throw generationFailed(ended);
  throw caseStudyNotFound();
}

/** Creates the draft that a running generation will fill in; returns the existing case study's id if there is one by now. */
function draftOf(
  deps: Deps,
  call: Call,
  { id, row_key, partner_id, story, sandbox }: CaseStudyGenerationRow,
): Promise<number | null> {
  return deps.transaction(call, async (tx) => {
    const running = await lockRunning(tx.em, id, row_key);
    if (!running) return (await findGeneration(tx.em, id))?.case_study_id ?? null;
    if (running.case_study_id !== null) return running.case_study_id;
    const draft = await insertCaseStudy(tx.em, tx.now, story, { partner_id, sandbox, generation_id: id });
    await setCaseStudy(tx.em, tx.now, id, draft.id);
    tx.audit({ type: 'case_study', id: draft.id });
    tx.emit(listChanged(partner_id));
    return draft.id;
  });
}

function generationFailed({ error }: CaseStudyGenerationRow): AppError {
  return new AppError('GENERATION_FAILED', error ?? 'The case study could not be written.');
}
