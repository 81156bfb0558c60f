import type { z } from 'zod';
import { promptText } from '../capabilities/define.ts';
import { generationFields, withProjectDays } from './fields.ts';

const MAX_STORY = 20_000;

/** Texts without which there is nothing to write about. */
export const CASE_STUDY_PROMPTS = ['problem_statement', 'proposed_solution', 'outcomes'] as const;

/** The body of POST /partners/case-studies/generate as settings, and more; blank texts are refused as a failed precondition. */
export function caseStudySettings(more: z.ZodRawShape = {}): z.ZodObject {
  return withProjectDays({
    ...generationFields,
    problem_statement: promptText('What the customer struggled with.', MAX_STORY),
    proposed_solution: promptText('What was done, and with which products.', MAX_STORY),
    outcomes: promptText('What came of it, with figures before and after where there are some.', MAX_STORY),
    ...more,
  });
}
