import { templateFile } from '../../../test/environment/workflow-template-file.ts';
import { eachOf } from '../each-of.ts';
import { FILE_LOADS } from './file-loads.ts';
import { get, invoices, type Load, type LoadPartner, make, post, words } from './load-partner.ts';
import { RECORD_LOADS } from './record-loads.ts';
import { STREAM_LOADS } from './stream-loads.ts';

/** An object of so many keys that are no field of anything. */
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 1]));
/** An object that fills 64 KiB. */
const settings = { ...keys(4_000), topic: words(1_500) };

async function calendar(partner: LoadPartner, count: number): Promise<void> {
  const event = { scheduled_at: '2031-03-01T10:00:00Z', event_type: 'webinar', channel: 'email' };
  await eachOf(Array.from({ length: count }), 8, () =>
    partner.api.post('/gtm-schedule/events', { ...event, title: 'Launch', description: words(2_000) }),
  );
}

/** A template with as many steps as there may be, each of which waits for all before it. */
function template(slug: string) {
  const keys = Array.from({ length: 20 }, (_, index) => `step_${index}`);
  const steps = keys.map((key, index) => ({
    key,
    capability: 'blog_post' as const,
    title: 'Write an article',
    depends_on: keys.slice(0, index),
  }));
  return templateFile({ slug, input: [TOPIC], steps, example: { topic: 'Launch' } });
}
/** A template all of whose parts are wrong: there are as many problems as there may be. */
function wrongTemplate() {
  const no = {};
  const conditions = Array.from({ length: 10 }, () => ({ values: Array.from({ length: 50 }, () => no) }));
  const mapped = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`setting_${index}`, { value: no }]));
  const steps = Array.from({ length: 20 }, () => ({ key: no, title: no, settings: mapped, when: conditions }));
  const input = Array.from({ length: 30 }, () => ({ name: no, values: Array.from({ length: 50 }, () => no) }));
  return { ...templateFile(), input, steps };
}
const TOPIC = { name: 'topic', type: 'string', required: true, description: 'What it is about.' } as const;

/** Every expensive kind of request, each with the load that is measured. */
export const LOADS: readonly Load[] = [
  {
    name: 'POST /content-workflow/capabilities/{slug}/execute',
    atOnce: 16,
    most: 48,
    expected: [201],
    requests: async () => [post('/content-workflow/capabilities/blog_post/execute', { settings, context: settings })],
  },
  {
    name: 'GET /invoice-receipts/export/csv',
    atOnce: 12,
    expected: [200],
    requests: async (partner) => {
      await invoices(partner, 200);
      return [get('/invoice-receipts/export/csv'), get('/invoice-receipts/export/json')];
    },
  },
  {
    name: 'GET /invoice-receipts/{invoiceNumber}/pdf',
    atOnce: 30,
    expected: [200],
    requests: async (partner) => (await invoices(partner, 200)).map((number) => get(`/invoice-receipts/${number}/pdf`)),
  },
  {
    name: 'GET /gtm-schedule/export',
    atOnce: 12,
    expected: [200],
    requests: async (partner) => {
      await calendar(partner, 200);
      const days = 'start_date=2031-01-01&end_date=2031-12-31';
      return ['ics', 'csv', 'json'].map((format) => get(`/gtm-schedule/export?format=${format}&${days}`));
    },
  },
  ...FILE_LOADS,
  ...RECORD_LOADS,
  ...STREAM_LOADS,
  {
    name: 'POST /agents/audit/capabilities/estimate-cost',
    atOnce: 12,
    expected: [200],
    requests: async () => [
      post('/agents/audit/capabilities/estimate-cost', { capability: 'blog_post', settings }),
      post('/agents/audit/capabilities/estimate-cost', { capability: 'campaign_launch', settings }),
    ],
  },
  {
    name: 'POST /content-workflow/workflow-templates/{slug}/validate',
    atOnce: 12,
    expected: [200],
    requests: async () => [
      post('/content-workflow/workflow-templates/product_launch_campaign/validate', { input: settings }),
    ],
  },
  {
    name: 'POST /content-workflow/workflow-templates',
    atOnce: 12,
    // Their number and size have limits.
    expected: [201, 409],
    requests: async () => [
      ...Array.from({ length: 40 }, (_, index) =>
        post('/content-workflow/workflow-templates', template(`own_${index}`)),
      ),
      ...Array.from({ length: 40 }, () => post('/content-workflow/workflow-templates', wrongTemplate())),
    ],
  },
  {
    name: 'a body of 60,000 keys',
    atOnce: 12,
    expected: [422],
    requests: async () => [
      post('/content-workflow/agents', { name: 'Agent', agent_type: 'writer', capability_models: keys(60_000) }),
      post('/content-workflow/capabilities/blog_post/execute', { settings: keys(60_000) }),
    ],
  },
  {
    name: 'a body of 9,000 keys',
    atOnce: 12,
    expected: [422],
    requests: async () => [
      post('/content-workflow/agents', { name: 'Agent', agent_type: 'writer', capability_models: keys(9_000) }),
    ],
  },
  {
    name: 'POST /content-workflow/brand-voices',
    atOnce: 12,
    expected: [422],
    requests: async () => [
      // Thousands of entries, each of them wrong.
      post('/content-workflow/brand-voices', {
        name: 'Voice',
        dos: Array.from({ length: 100_000 }, () => 0),
        products: Array.from({ length: 4_000 }, () => ({ name: '' })),
      }),
    ],
  },
  {
    name: 'POST /agents/audit/{agent}/preview-capability',
    atOnce: 12,
    expected: [200, 412, 422],
    requests: async (partner) => {
      const agent = await make(partner, '/content-workflow/agents', { name: 'Agent', agent_type: 'writer' });
      return [post(`/agents/audit/${agent}/preview-capability`, { capability: 'blog_post', settings })];
    },
  },
];

/** Expensive routes whose work is that of a load above. */
export const LIKE: Readonly<Record<string, string>> = {
  'PATCH /content-workflow/workflow-templates/{slug}': 'POST /content-workflow/workflow-templates',
  'PATCH /content-workflow/brand-voices/{id}': 'POST /content-workflow/brand-voices',
  'PATCH /partners/case-studies/{id}': 'a list of records at their maxima',
  'POST /partners/case-studies': 'a list of records at their maxima',
  'PATCH /content-workflow/content-items/{id}': 'a list of records at their maxima',
  'POST /content-workflow/content-items': 'a list of records at their maxima',
  'POST /marketplace/seo-score/status/{id}/apply': 'a list of records at their maxima',
  'POST /content-workflow/content-items/{id}/comments': 'POST /content-workflow/brand-voices',
  'GET /content-workflow/content-items/{id}/export': 'GET /invoice-receipts/{invoiceNumber}/pdf',
  'GET /partners/case-studies/{id}/file': 'GET /invoice-receipts/{invoiceNumber}/pdf',
  'PUT /content-workflow/knowledge-bases/{id}/documents/{document}':
    'POST /content-workflow/knowledge-bases/{id}/documents',
  'POST /gtm-schedule/imports': 'POST /gtm-schedule/imports/preview',
  'PATCH /marketplace/listings/{id}/rescoring': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/agent-evaluations': 'POST /content-workflow/brand-voices',
  'PATCH /content-workflow/agent-evaluations/{id}': 'POST /content-workflow/brand-voices',
  'POST /content-workflow/knowledge-bases/{id}/evaluations': 'POST /content-workflow/brand-voices',
  'PATCH /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}': 'POST /content-workflow/brand-voices',
  'POST /partners/case-studies/generate': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /partners/case-studies/{id}/suggest': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/content-items/{id}/rewrite': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/content-items/{id}/titles': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/workflow-templates/{slug}/execute': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/workflow-templates/suggest': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/workflow-triggers': 'POST /content-workflow/capabilities/{slug}/execute',
  'PATCH /content-workflow/workflow-triggers/{id}': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/workflow-triggers/{id}/run': 'POST /content-workflow/capabilities/{slug}/execute',
  'PUT /content-workflow/workflow-triggers/{id}/toggle': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/executions/{id}/retry': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /agents/audit/capabilities/{capability}/test': 'POST /agents/audit/{agent}/preview-capability',
  'POST /agents/audit/{agent}/dry-run': 'POST /agents/audit/{agent}/preview-capability',
  'POST /agents/audit/{agent}/dry-run-session': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /content-workflow/agent-evaluations/{id}/runs': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /agents/audit/{agent}/challenge': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /agents/audit/recommend-configuration': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /dry-run/sessions/start': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /dry-run/sessions/{token}/message': 'POST /content-workflow/capabilities/{slug}/execute',
  'PUT /dry-run/sessions/{token}/persona': 'single records at their maxima',
  'POST /dry-run/sessions/{token}/reset': 'single records at their maxima',
  'POST /dry-run/sessions/{token}/end': 'single records at their maxima',
  'GET /invoice-receipts/{invoiceNumber}/xml': 'an invoice of 12,500 lines',
  'GET /invoice-receipts/credit-notes/{creditNoteNumber}/pdf': 'GET /invoice-receipts/{invoiceNumber}/pdf',
  'GET /invoice-receipts/credit-notes/{creditNoteNumber}/xml': 'an invoice of 12,500 lines',
  'POST /aiwriter/generate': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /aiwriter/generate-text': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /aiwriter/generate-output': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /marketplace/seo-score/analyze': 'POST /content-workflow/capabilities/{slug}/execute',
  'GET /marketplace/listings/{listingId}/seo-score': 'POST /content-workflow/capabilities/{slug}/execute',
  'GET /marketplace/seo-score/status/{id}': 'POST /content-workflow/capabilities/{slug}/execute',
  'POST /3pi-partners/{partner_id}/events': 'a body of 9,000 keys',
  'GET /app/audit-log/export': 'GET /invoice-receipts/export/csv',
  'GET /invoice-receipts/export/json': 'GET /invoice-receipts/export/csv',
  'GET /3pi-partners/accounting-export': 'an export of 100,000 lines',
  'GET /gtm-schedule/feed.ics': 'GET /gtm-schedule/export',
  'GET /gtm-schedule/events/{id}/ics': 'GET /gtm-schedule/export',
};
