import { isDeepStrictEqual } from 'node:util';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { AppError, conflict, invalid, preconditionFailed } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { validFields } from '../../kernel/references.ts';
import { dayOrderProblems } from '../../kernel/schema.ts';
import type { GeneratedTexts } from '../fields.ts';
import { caseStudyNotFound, statesBefore } from '../rules.ts';
import { type CaseStudyChanges, caseStudyParams, updateCaseStudyBody } from '../schema.ts';
import { type CaseStudyUpdate, findCaseStudy, lockCaseStudy, updateCaseStudyRow } from '../store.ts';
import { endSubmission, insertSubmission } from '../submission-store.ts';
import type { CaseStudy } from '../table.ts';
import { lockChangeable, ownCaseStudy } from '../target.ts';

const { start_date, end_date } = updateCaseStudyBody.shape;
const DAYS = { start_date, end_date };

/** Updates fields, generated content or status. The row lock serialises concurrent changes. */
export const updateCaseStudy = operation({
  name: 'case_studies.update',
  permission: 'manage_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: updateCaseStudyBody,
  checkInput: async (_deps, raw, current) => daysProblems({ ...current, ...validFields(DAYS, raw) }),
  lock: (tx, _call, { id }) => lockCaseStudy(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<CaseStudy> {
    requireNoValidation(input);
    const current = await lockChangeable(tx, id);
    const changes = changesTo(current, input, tx.now);
    if (isDeepStrictEqual({ ...current, ...changes }, current)) {
      tx.unchanged();
      return current;
    }
    await updateCaseStudyRow(tx.em, tx.now, id, changes);
    if (changes.status === 'submitted') await insertSubmission(tx.em, tx.now, current);
    if (changes.status === 'draft') await endSubmission(tx.em, tx.now, current, { status: 'withdrawn' });
    const changed = await findCaseStudy(tx.em, id);
    if (!changed) throw caseStudyNotFound();
    return changed;
  },
  audit: ({ id, status }, { input }) => ({
    type: 'case_study',
    id,
    details: { fields: Object.keys(input), ...(input.status && { status }) },
  }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'case-studies', id),
});

function daysProblems(story: object): ErrorDetails {
  return dayOrderProblems(story, 'start_date', 'end_date');
}

/**
 * Computes the update of a case study. Title and short description can be sent at the top level or within `generated_content`,
 * with the same effect. Throws VALIDATION_ERROR for days out of order, PRECONDITION_FAILED if it cannot be submitted yet.
 */
function changesTo(current: CaseStudy, given: CaseStudyChanges, now: Date): CaseStudyUpdate {
  const { generated_content, status, ...fields } = given;
  const changes: CaseStudyUpdate = { ...defined(fields) };
  const problems = daysProblems({ ...current, ...changes });
  if (problems.end_date) throw invalid(problems);
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

/** The update for a requested status. */
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

/** Throws PRECONDITION_FAILED for a submitted case study without a title. */
function requireTitle({ case_study_title: title }: Pick<CaseStudy, 'case_study_title'>): void {
  if (title) return;
  throw preconditionFailed('A case study needs a title before it is submitted.', {
    case_study_title: ['Is required before the case study is submitted.'],
  });
}

/** Throws FORBIDDEN when a partner requests the status `validated`. */
function requireNoValidation({ status }: CaseStudyChanges): void {
  if (status === 'validated') throw new AppError('FORBIDDEN', 'Case studies are validated by an administrator.');
}

/** Merges generated texts; null removes a key. Returns null when none is left. */
function merged(present: GeneratedTexts | null, given: object): GeneratedTexts | null {
  const all = Object.entries({ ...present, ...defined(given) }).filter(([, value]) => value !== null);
  return all.length === 0 ? null : Object.fromEntries(all);
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;
}
