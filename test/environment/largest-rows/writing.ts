import { writerMessageTable, writerOutputTable, writerTemplateTable } from '../../../domain/ai-writer/table.ts';
import { brandVoiceProductTable, brandVoiceTable } from '../../../domain/brand-voices/table.ts';
import { caseStudySubmissionTable, caseStudyTable } from '../../../domain/case-studies/table.ts';
import { LIMITS } from '../../../domain/kernel/limits.ts';
import { DAY, type Filler, idOf, type LargestRows, NOW } from './filler.ts';

/** Brand voices, texts of the AI writer, and case studies. */
export async function fillWriting({ inBytes, longest, many }: Filler): Promise<LargestRows[]> {
  const [voice] = await many(brandVoiceTable, () => ({
    style_guide: longest(20_000),
    dos: Array.from({ length: 50 }, () => longest(200)),
    donts: Array.from({ length: 50 }, () => longest(200)),
  }));
  await many(brandVoiceProductTable, () => ({
    brand_voice_id: idOf(voice),
    description: longest(5_000),
    key_features: Array.from({ length: 5 }, () => longest(300)),
  }));
  await many(
    writerTemplateTable,
    (n) => ({
      slug: `largest_${n}`,
      version: 1,
      // As large as one may be.
      definition: {
        fields: [{ name: 'topic', label: 'x', type: 'text', required: true, max: 500 }],
        brief: inBytes(8_000),
        task: inBytes(8_000),
        form: [],
        output: { content_type: 'blog_post', is_list: false, max_words: null },
      },
    }),
    LIMITS.writer_templates.most,
  );
  const messages = await many(writerMessageTable, () => ({
    template: null,
    fields: { description: longest(20_000), title: longest(300) },
    context: { style_guide: longest(20_000) },
    creativity: '0.5',
    company: null,
    product: null,
  }));
  await many(
    writerOutputTable,
    (n) => ({
      message_id: idOf(messages[n >> 1]),
      creativity: `0.${n % 2}`,
      status: 'completed',
      claim_token: null,
      claim_until: null,
      held: false,
      results: [longest(15_000), longest(15_000)],
    }),
    2 * messages.length,
  );
  const [caseStudy] = await many(caseStudyTable, (n) => ({
    status: 'draft',
    start_date: DAY,
    end_date: DAY,
    submitted_at: null,
    validated_at: null,
    generation_id: null,
    execution_id: null,
    company_name: `${n}${longest(190)}`,
  }));
  const caseStudyId = idOf(caseStudy);
  await many(caseStudySubmissionTable, () => ({ case_study_id: caseStudyId, status: 'returned', ended_at: NOW }));
  return [
    { route: 'GET /content-workflow/brand-voices', params: {} },
    { route: 'GET /aiwriter/history', params: {} },
    { route: 'GET /aiwriter/templates', params: {} },
    { route: 'GET /partners/case-studies', params: {} },
    { route: 'GET /partners/case-studies/{id}/submissions', params: { id: caseStudyId } },
  ];
}
