import type { StepOutput } from '../capabilities/types.ts';
import type { Tx } from '../kernel/deps.ts';
import { caseStudyFields, type Story } from './fields.ts';
import { insertCaseStudy } from './store.ts';

/** A case study that a step of an execution has written. */
export interface WrittenByStep {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Of the execution: the story among them, as it was checked when the execution was accepted. */
  settings: Record<string, unknown>;
  output: Extract<StepOutput, { type: 'case_study' }>;
}

/** Adds the draft; returns its number. Throws CREATION_FAILED. */
export async function insertFromExecution(tx: Tx, written: WrittenByStep): Promise<number> {
  const { case_study_title, short_description, generated_content, prompt_version } = written.output;
  const story = Object.fromEntries(Object.keys(caseStudyFields).map((name) => [name, written.settings[name]]));
  const { id } = await insertCaseStudy(tx.em, tx.now, story as Story, {
    partner_id: written.partnerId,
    sandbox: written.sandbox,
    execution_id: written.executionId,
    case_study_title,
    short_description,
    generated_content,
    prompt_version,
  });
  tx.audit({ type: 'case_study', id, partnerId: written.partnerId });
  return id;
}
