import { writerText } from '../../ai-writer/step-kind.ts';
import { caseStudy, caseStudyField } from '../../case-studies/step-kinds.ts';
import { schedule } from '../../gtm-schedule/schedule-step.ts';
import { citedAnswer, citedQuestions } from '../../knowledge-bases/cited-steps.ts';
import type { StepKind, StepKindDefinition } from '../types.ts';
import { answer } from './answer.ts';
import { rewrite, summarize, translate, write } from './content.ts';
import { analyze, review } from './findings.ts';
import { ideate } from './ideate.ts';
import { outline, research } from './notes.ts';

const STEP_KIND_DEFINITIONS: Record<StepKind, StepKindDefinition> = {
  research,
  outline,
  write,
  rewrite,
  translate,
  summarize,
  analyze,
  answer,
  cited_answer: citedAnswer,
  cited_questions: citedQuestions,
  ideate,
  schedule,
  review,
  case_study: caseStudy,
  case_study_field: caseStudyField,
  writer_text: writerText,
};

/** How steps of the kind are carried out. */
export function stepKind(kind: StepKind): StepKindDefinition {
  return STEP_KIND_DEFINITIONS[kind];
}
