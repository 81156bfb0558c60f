import { listChanged } from '../../kernel/change-events.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { caseStudyNotFound } from '../rules.ts';
import { caseStudyParams } from '../schema.ts';
import { deleteCaseStudyRow, lockCaseStudy } from '../store.ts';
import { lockChangeable, ownCaseStudy } from '../target.ts';

/** Deletes a case study that is neither validated nor being written. */
export const deleteCaseStudy = operation({
  name: 'case_studies.delete',
  permission: 'manage_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: nothing,
  lock: (tx, _call, { id }) => lockCaseStudy(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    await lockChangeable(tx, id);
    await deleteCaseStudyRow(tx.em, id);
  },
  audit: (_output, { target }) => ({ type: 'case_study', id: target.id }),
  changeEvent: (_output, { target }) => listChanged(target.partner_id),
});
