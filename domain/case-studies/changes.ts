import { AppError, conflict, invalid, preconditionFailed } from '../kernel/errors.ts';
import { DAYS_RULE, daysInOrder, type GeneratedTexts } from './fields.ts';
import { statesBefore } from './rules.ts';
import type { CaseStudyChanges } from './schema.ts';
import type { CaseStudyUpdate } from './store.ts';
import type { CaseStudy } from './types.ts';

/**
 * What a change makes of a case study. Title and short description are one each, whether they are given by themselves or within
 * `generated_content`. Throws VALIDATION_ERROR for days out of order, PRECONDITION_FAILED for what cannot be submitted yet.
 */
export function changesTo(current: CaseStudy, given: CaseStudyChanges, now: Date): CaseStudyUpdate {
  const { generated_content, status, ...fields } = given;
  const changes: CaseStudyUpdate = { ...defined(fields) };
  if (!daysInOrder({ ...current, ...changes })) throw invalid({ end_date: [DAYS_RULE] });
  if (generated_content === null) changes.generated_content = null;
  else if (generated_content) {
    const { case_study_title, short_description, ...texts } = generated_content;
    Object.assign(changes, { ...defined({ case_study_title, short_description }), ...changes });
    changes.generated_content = merged(current.generated_content, texts);
  }
  const wanted = { ...current, ...changes };
  if (status !== undefined && status !== current.status) return { ...changes, ...moveTo(status, wanted, now) };
  if (current.status === 'submitted') requireTitle(wanted);
  return changes;
}

/** What follows from a status that a partner wants. */
function moveTo(
  status: CaseStudy['status'],
  wanted: Pick<CaseStudy, 'status' | 'case_study_title'>,
  now: Date,
): CaseStudyUpdate {
  if (!statesBefore(status).includes(wanted.status))
    throw conflict(`A case study that is ${wanted.status} cannot become ${status}.`);
  if (status === 'draft') return { status, submitted_at: null };
  requireTitle(wanted);
  return { status, submitted_at: now };
}

/** 412 for a case study that is, or is to be, submitted without a title. */
function requireTitle({ case_study_title: title }: Pick<CaseStudy, 'case_study_title'>): void {
  if (title) return;
  throw preconditionFailed('A case study needs a title before it is submitted.', {
    case_study_title: ['Is required before the case study is submitted.'],
  });
}

/** 403 for a partner that wants to validate. */
export function requireNoValidation({ status }: CaseStudyChanges): void {
  if (status === 'validated') throw new AppError('FORBIDDEN', 'Case studies are validated by an administrator.');
}

/** Keys that are given replace those that are there; null takes them away. */
function merged(present: GeneratedTexts | null, given: object): GeneratedTexts {
  const all = Object.entries({ ...present, ...defined(given) });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}
