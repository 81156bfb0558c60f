import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { caseStudyNotFound } from './rules.ts';
import { findCaseStudy } from './store.ts';
import type { CaseStudy } from './types.ts';

/** The caller's case study; 404 when there is none, and when it is another partner's. */
export async function ownCaseStudy({ db }: Pick<Deps, 'db'>, call: Call, { id }: { id: number }): Promise<CaseStudy> {
  const found = await findCaseStudy(db, id);
  if (found?.partner_id !== partnerOf(call)) throw caseStudyNotFound();
  return found;
}
