import { isSandbox } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-events.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireWithinCaseStudyLimit } from '../limits.ts';
import { createCaseStudyBody } from '../schema.ts';
import { insertCaseStudy } from '../store.ts';
import type { CaseStudy } from '../table.ts';
import { ownCaseStudy } from '../target.ts';

/** Creates a draft. Throws CREATION_FAILED. */
export const createCaseStudy = operation({
  name: 'case_studies.create',
  permission: 'manage_content',
  params: nothing,
  input: createCaseStudyBody,
  async change(tx, { deps, call, input }): Promise<CaseStudy> {
    const partnerId = partnerOf(call);
    await requireWithinCaseStudyLimit(tx, deps, partnerId);
    return insertCaseStudy(tx.em, tx.now, input, { partner_id: partnerId, sandbox: isSandbox(call) });
  },
  audit: ({ id }) => ({ type: 'case_study', id }),
  changeEvent: ({ partner_id }) => listChanged(partner_id),
  recover: (deps, call, madeId) => ownCaseStudy(deps, call, { id: Number(madeId) }),
});
