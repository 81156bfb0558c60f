import { ANALYSIS } from './catalogue/analysis.ts';
import { GENERATION } from './catalogue/generation.ts';
import { WORKFLOW } from './catalogue/workflow.ts';
import type { Feature } from './feature.ts';
import { answer } from './step-kinds/answer.ts';
import { rewrite, summarize, translate, write } from './step-kinds/content.ts';
import { analyze, review } from './step-kinds/findings.ts';
import { ideate } from './step-kinds/ideate.ts';
import { outline, research } from './step-kinds/notes.ts';

/** Capabilities and step kinds that belong to no other area: generating and analysing texts. */
export const generalFeature: Feature = {
  entries: [...GENERATION, ...ANALYSIS, ...WORKFLOW],
  stepKinds: [research, outline, write, rewrite, translate, summarize, analyze, answer, ideate, review],
};
