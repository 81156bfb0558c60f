import { storyFields } from '../capabilities/case-study/fields.ts';
import type { CaseStudyRow } from './table.ts';

/** What the partner tells in a case study, as a writer is told it. */
export function toldBy(caseStudy: CaseStudyRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(storyFields).map((name) => [name, caseStudy[name as keyof typeof storyFields]]),
  );
}
