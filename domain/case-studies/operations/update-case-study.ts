import { resourceUpdated } from '../../kernel/change-events.ts';
import { operation } from '../../kernel/operation.ts';
import { changesTo, requireNoValidation } from '../changes.ts';
import { caseStudyNotFound } from '../rules.ts';
import { caseStudyParams, updateCaseStudyBody } from '../schema.ts';
import { findCaseStudy, updateCaseStudyRow } from '../store.ts';
import { lockChangeable, ownCaseStudy } from '../target.ts';
import type { CaseStudy } from '../types.ts';

/** Updates fields, generated content or status. The row lock serialises concurrent changes. */
export const updateCaseStudy = operation({
  name: 'case_studies.update',
  permission: 'manage_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: updateCaseStudyBody,
  async change(tx, { input, target: { id } }): Promise<CaseStudy> {
    requireNoValidation(input);
    const current = await lockChangeable(tx, id);
    await updateCaseStudyRow(tx.em, tx.now, id, changesTo(current, input, tx.now));
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
