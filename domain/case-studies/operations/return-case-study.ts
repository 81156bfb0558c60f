import { resourceUpdated } from '../../kernel/change-events.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { notifyPeople } from '../../notifications/notify-people.ts';
import { CONTENT_ROLES } from '../../notifications/rules.ts';
import { caseStudyNotFound } from '../rules.ts';
import { partnerCaseStudyParams, returnCaseStudyBody } from '../schema.ts';
import { lockCaseStudy, updateCaseStudyRow } from '../store.ts';
import { endSubmission } from '../submission-store.ts';
import type { CaseStudy } from '../table.ts';
import { caseStudyOfPartner } from '../target.ts';

/** Returns a submitted case study to its partner with the reason; it is a draft again, to be changed and submitted anew. */
export const returnCaseStudy = operation({
  name: 'case_studies.return',
  permission: 'administrator',
  params: partnerCaseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: caseStudyOfPartner,
  input: returnCaseStudyBody,
  async change(tx, { input: { reason }, target: { id } }): Promise<CaseStudy> {
    const current = await lockCaseStudy(tx.em, id);
    if (!current) throw caseStudyNotFound();
    if (current.status !== 'submitted') throw conflict('Only a case study that was submitted can be returned.');
    const changes = { status: 'draft', submitted_at: null } as const;
    await updateCaseStudyRow(tx.em, tx.now, id, changes);
    await endSubmission(tx.em, tx.now, current, { status: 'returned', reason });
    notifyPeople(tx, {
      partnerId: current.partner_id,
      kind: 'case_study_returned',
      to: { roles: CONTENT_ROLES },
      record: { type: 'case_study', id },
      title: current.case_study_title ?? current.company_name,
    });
    return { ...current, ...changes, returned_for: reason, updated_at: tx.now };
  },
  audit: ({ partner_id, id }) => ({ type: 'case_study', id, partnerId: partner_id }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'case-studies', id),
});
