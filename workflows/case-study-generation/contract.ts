import type { z } from 'zod';
import type { writeCaseStudy } from '../../domain/case-studies/steps/write-case-study.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/**
 * Identifies a generation; the key distinguishes it from a later one with the same number, after a restore of the
 * database.
 */
export interface CaseStudyGenerationInput extends z.input<typeof writeCaseStudy.input> {
  /** Requested with a sandbox key: it uses no slot of paid work. */
  sandbox: boolean;
}

/** Writes a case study. */
export const CASE_STUDY_GENERATION = {
  workflow: 'caseStudyGeneration',
  id: 'case-study-generation',
  row: 'generationId',
  command: 'case_study.generate',
  start: ({ generationId, rowKey, partnerId, sandbox, requestId }, publicUrl) => ({
    input: { generationId, rowKey, sandbox },
    memo: { requestId, link: `${publicUrl}/api/v1/partners/case-studies` },
    keywords: {
      MwPartnerId: String(partnerId),
      MwResourceId: `case_study_generation:${generationId}`,
      MwCapability: 'case_study_generation',
    },
    summary: `Case study for partner ${partnerId}`,
    details: `Generation ${generationId}. Safe to cancel or terminate: it fails, and nothing is charged.`,
    // A person waits for the result.
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'case_study.generate', CaseStudyGenerationInput>;
