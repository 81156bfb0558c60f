import type { StepKind, StepKindDefinition } from '../types.ts';
import { analyze } from './analyze.ts';
import { answer } from './answer.ts';
import { caseStudy } from './case-study.ts';
import { caseStudyField } from './case-study-field.ts';
import { citedAnswer } from './cited-answer.ts';
import { citedQuestions } from './cited-questions.ts';
import { ideate } from './ideate.ts';
import { outline } from './outline.ts';
import { research } from './research.ts';
import { review } from './review.ts';
import { rewrite } from './rewrite.ts';
import { schedule } from './schedule.ts';
import { summarize } from './summarize.ts';
import { translate } from './translate.ts';
import { write } from './write.ts';
import { writerText } from './writer-text.ts';

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
