import type { AiUsage } from '../../infra/ai/port.ts';
import { PRICES } from '../capabilities/prices.ts';
import { type Hold, holdCredits, holdFor, settleHold } from '../credits/ledger.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import { listChanged, resourceUpdated } from '../kernel/change-events.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { requireAi } from '../kernel/require-ai.ts';
import { waitFor } from '../kernel/wait-for.ts';
import { truncate } from '../kernel/words.ts';
import type { Story, WrittenCaseStudy } from './fields.ts';
import { GENERATION_PROMPT } from './generation-question.ts';
import { endGeneration, findGeneration, insertGeneration, lockRunning, setCaseStudy } from './generation-store.ts';
import { requireWithinCaseStudyLimit } from './limits.ts';
import {
  caseStudyNotFound,
  creditReference,
  GENERATION_CAPABILITY,
  generationTopic,
  type SUGGESTION_CAPABILITY,
} from './rules.ts';
import { findCaseStudy, insertCaseStudy, updateCaseStudyRow } from './store.ts';
import type { CaseStudy, CaseStudyGenerationRow } from './table.ts';

/** Input of a generation. */
export interface GenerationRequest {
  story: Story;
  context: Record<string, unknown>;
}

/**
 * Accepts a generation: holds the credits and enqueues the workflow. Throws SERVICE_UNAVAILABLE, DAILY_CREDIT_LIMIT_EXCEEDED
 * and NO_CREDITS.
 */
export async function acceptGeneration(
  deps: Deps,
  call: Call,
  { story, context }: GenerationRequest,
): Promise<CaseStudyGenerationRow> {
  requireAi(deps, call);
  const partnerId = partnerOf(call);
  const sandbox = isSandbox(call);
  const rowKey = deps.ids.uuid();
  return deps.transaction(call, async (tx) => {
    await requireWithinCaseStudyLimit(tx, deps, partnerId);
    const generation = await insertGeneration(tx.em, tx.now, {
      row_key: rowKey,
      partner_id: partnerId,
      story,
      context,
      sandbox,
    });
    const { id: generationId } = generation;
    tx.enqueue({ kind: 'case_study.generate', generationId, rowKey, partnerId, sandbox, requestId: call.requestId });
    tx.audit({ type: 'case_study_generation', id: generationId });
    tx.made({ type: 'case_study_generation', id: generationId });
    holdCredits(tx, holdOf(call, GENERATION_CAPABILITY, creditReference(rowKey)));
    return generation;
  });
}

/** The hold for a generation or suggestion: the capability's price, 0 for a sandbox key. */
export function holdOf(
  call: Call,
  capability: typeof GENERATION_CAPABILITY | typeof SUGGESTION_CAPABILITY,
  reference: string,
): Hold {
  return holdFor(call, { amount: PRICES[capability], reference, capability });
}

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
  if (generation.status === 'failed') throw failureOf(generation);
  const caseStudyId = generation.case_study_id ?? (await draftOf(deps, call, generation));
  const caseStudy = caseStudyId === null ? null : await findCaseStudy(deps.db, caseStudyId);
  // It may have failed since the draft was there.
  if (caseStudy?.generation?.status === 'failed') throw generationFailed(caseStudy.generation);
  if (caseStudy) return caseStudy;
  const ended = await findGeneration(deps.db, generation.id);
  if (ended?.status === 'failed') throw failureOf(ended);
  throw caseStudyNotFound();
}

function failureOf(generation: CaseStudyGenerationRow): AppError {
  return generationFailed(generation, { undone: generation.case_study_id === null });
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

/** 500 for a generation that failed; `undone`: it left no case study. */
export function generationFailed(
  { error }: Pick<CaseStudyGenerationRow, 'error'>,
  { undone = false }: { undone?: boolean } = {},
): AppError {
  return new AppError('GENERATION_FAILED', error ?? 'The case study could not be written.', { undone });
}

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
