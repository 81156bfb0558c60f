import { resourceUpdated } from '../../kernel/change-events.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { caseStudyNotFound, statesBefore } from '../rules.ts';
import { partnerCaseStudyParams } from '../schema.ts';
import { lockCaseStudy, updateCaseStudyRow } from '../store.ts';
import { endSubmission } from '../submission-store.ts';
import type { CaseStudy } from '../table.ts';
import { caseStudyOfPartner } from '../target.ts';

/** Validates a submitted case study, which makes it read-only; a repeat changes nothing. */
export const validateCaseStudy = operation({
  name: 'case_studies.validate',
  permission: 'administrator',
  params: partnerCaseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: caseStudyOfPartner,
  input: nothing,
  async change(tx, { target: { id } }): Promise<CaseStudy> {
    const current = await lockCaseStudy(tx.em, id);
    if (!current) throw caseStudyNotFound();
    if (current.status === 'validated') {
      tx.unchanged();
      return current;
    }
    if (!statesBefore('validated').includes(current.status)) {
      throw conflict('Only a case study that was submitted can be validated.');
    }
    const changes = { status: 'validated', validated_at: tx.now } as const;
    await updateCaseStudyRow(tx.em, tx.now, id, changes);
    await endSubmission(tx.em, tx.now, current, { status: 'validated' });
    return { ...current, ...changes, updated_at: tx.now };
  },
  audit: ({ partner_id, id }) => ({ type: 'case_study', id, partnerId: partner_id }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'case-studies', id),
});
