import { createCaseStudy } from '../environment/case-studies.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import type { AreaSamples, InputSample, RecordSample } from './sample.ts';

const CASE_STUDY_SAMPLE: RecordSample = {
  // One that was submitted, so that it has a submission.
  async make(partner) {
    const { id } = await createCaseStudy(partner);
    const body = { status: 'submitted', case_study_title: 'Reports before breakfast' };
    await partner.request('PATCH /partners/case-studies/{id}', { params: { id }, body });
    return id;
  },
  foreign: 'CASE_STUDY_NOT_FOUND',
  missing: 'CASE_STUDY_NOT_FOUND',
};
const VOICE_AND_KNOWLEDGE: InputSample['references'] = {
  brand_voice_company_id: '/content-workflow/brand-voices/{id}',
  brand_voice_product_id: 'product',
  'kb_ids[]': '/content-workflow/knowledge-bases/{id}',
};

export const samples: AreaSamples = {
  records: {
    '/partners/case-studies/{id}': CASE_STUDY_SAMPLE,
    '/3pi-partners/{partner_id}/case-studies/{case_study_id}': CASE_STUDY_SAMPLE,
  },
  inputs: {
    'POST /partners/case-studies': { input: CASE_STUDY },
    'POST /partners/case-studies/generate': { input: CASE_STUDY, references: VOICE_AND_KNOWLEDGE },
    'POST /3pi-partners/{partner_id}/case-studies/{case_study_id}/return': { input: { reason: 'Name the customer.' } },
    'POST /partners/case-studies/{id}/suggest': { input: { field: 'outcomes' }, references: VOICE_AND_KNOWLEDGE },
  },
};
