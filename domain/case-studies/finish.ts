import type { AiUsage } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';
import { settleHold } from '../credits/ledger.ts';
import { listChanged, resourceUpdated } from '../kernel/change-events.ts';
import type { Tx } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import type { WrittenCaseStudy } from './fields.ts';
import { GENERATION_PROMPT } from './generation-question.ts';
import { endGeneration, lockRunning } from './generation-store.ts';
import { creditReference, GENERATION_CAPABILITY, generationTopic } from './rules.ts';
import { insertCaseStudy, updateCaseStudyRow } from './store.ts';
import type { CaseStudyGenerationRow } from './table.ts';

/** Identifies a generation. Ids recur after a database restore, so `rowKey` identifies the row. */
export interface GenerationReference {
  generationId: number;
  rowKey: string;
}

/** A written case study with model and token usage. */
export interface WritingResult {
  written: WrittenCaseStudy;
  model: string | null;
  usage: AiUsage | null;
}

/** Completes a running generation: case study, status and credits in one transaction; false when it had ended. */
export async function completeGeneration(
  tx: Tx,
  reference: GenerationReference,
  { written, model, usage }: WritingResult,
): Promise<boolean> {
  const running = await lockRunning(tx.em, reference.generationId, reference.rowKey);
  if (!running) return false;
  const made = { ...written, prompt_version: GENERATION_PROMPT };
  const caseStudyId = running.case_study_id ?? (await addCaseStudy(tx, running, made));
  if (running.case_study_id !== null) {
    await updateCaseStudyRow(tx.em, tx.now, caseStudyId, made);
    tx.emit(resourceUpdated(running.partner_id, 'case-studies', caseStudyId));
  }
  await endGeneration(tx.em, tx.now, running.id, {
    status: 'completed',
    case_study_id: caseStudyId,
    prompt_version: GENERATION_PROMPT,
    model,
    usage,
  });
  await settle(tx, running, PRICES[GENERATION_CAPABILITY]);
  return true;
}

async function addCaseStudy(
  tx: Tx,
  { id, partner_id, story, sandbox }: CaseStudyGenerationRow,
  made: WrittenCaseStudy & { prompt_version: string },
): Promise<number> {
  const added = await insertCaseStudy(tx.em, tx.now, story, { partner_id, sandbox, generation_id: id, ...made });
  tx.audit({ type: 'case_study', id: added.id, partnerId: partner_id });
  tx.emit(listChanged(partner_id));
  return added.id;
}

/** Fails a running generation and releases its credits; false when it had ended. */
export async function failGeneration(tx: Tx, reference: GenerationReference, error: string): Promise<boolean> {
  const running = await lockRunning(tx.em, reference.generationId, reference.rowKey);
  if (!running) return false;
  await endGeneration(tx.em, tx.now, running.id, { status: 'failed', error: truncate(error, 500) });
  if (running.case_study_id !== null) {
    tx.emit(resourceUpdated(running.partner_id, 'case-studies', running.case_study_id));
  }
  await settle(tx, running, 0);
  return true;
}

async function settle(tx: Tx, { id, partner_id, row_key }: CaseStudyGenerationRow, used: number): Promise<void> {
  await settleHold(tx, { partnerId: partner_id, reference: creditReference(row_key), used });
  tx.notify(generationTopic(id));
}
