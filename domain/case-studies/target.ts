import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { conflict } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { caseStudyNotFound, isFrozen } from './rules.ts';
import { findCaseStudy, lockCaseStudy } from './store.ts';
import type { CaseStudy } from './table.ts';

/** The caller's case study; 404 when there is none or it is another partner's. */
export async function ownCaseStudy({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<CaseStudy> {
  const found = await findCaseStudy(db, id);
  if (found?.partner_id !== partnerOf(call)) throw caseStudyNotFound();
  return found;
}

/** A case study of the partner in the path, for administrators; 404 when there is none or it is another partner's. */
export async function caseStudyOfPartner(
  { db }: Pick<Deps, 'db'>,
  _call: Call,
  { partner_id, case_study_id }: { partner_id: number; case_study_id: number },
): Promise<CaseStudy> {
  const found = await findCaseStudy(db, case_study_id);
  if (found?.partner_id !== partner_id) throw caseStudyNotFound();
  return found;
}

/** The case study with its row locked. Throws CONFLICT once it is validated, and while it is being written. */
export async function lockChangeable(tx: Tx, id: number): Promise<CaseStudy> {
  const current = await lockCaseStudy(tx.em, id);
  if (!current) throw caseStudyNotFound();
  if (isFrozen(current.status)) throw conflict('The case study has been validated and no longer changes.');
  if (current.generation?.status === 'running') {
    throw conflict('The case study is being written; change it when that has ended.');
  }
  return current;
}
