import { CASE_STUDY } from '../../../test/environment/case-study-body.ts';
import { eachOf } from '../each-of.ts';
import {
  addLines,
  get,
  idOf,
  invoices,
  type Load,
  type LoadPartner,
  make,
  mcpSession,
  post,
  words,
} from './load-partner.ts';

/** An object that fills 64 KiB with few fields. */
const LONG = { topic: words(1_500), notes: words(60_000) };
const VOICE = {
  name: 'Voice',
  style_guide: words(20_000),
  dos: Array.from({ length: 50 }, () => words(200)),
  products: Array.from({ length: 100 }, () => ({ name: 'Product', description: words(2_000) })),
};

const caseStudies = (partner: LoadPartner, count: number) => {
  const long = { problem_statement: words(5_000), proposed_solution: words(5_000), outcomes: words(5_000) };
  return eachOf(Array.from({ length: count }), 8, () =>
    partner.api.post('/partners/case-studies', { ...CASE_STUDY, ...long }),
  );
};

/** A message of the writer; the partner allows a hundred terms that hold what its text repeats, of which the last lets it pass. */
async function writerMessage({ api }: LoadPartner): Promise<number> {
  const long = Array.from({ length: 99 }, (_, index) => `guarantee results ${index} ${'x'.repeat(150)}`);
  await api.call('PATCH', '/content-workflow/guardrails', { body: { allowed_terms: [...long, 'results'] } });
  const made = await api.post('/aiwriter/generate', { post_type: 'post_generator', description: 'Shipping' });
  return (made.body as { message_id?: number }).message_id ?? 0;
}

/** Lists, single records and files of large records, and the same by MCP. */
export const RECORD_LOADS: readonly Load[] = [
  {
    name: 'an export of 100,000 lines',
    atOnce: 2,
    expected: [200],
    requests: async (partner) => {
      await invoices(partner, 8);
      await addLines(partner, 12_500);
      return [get('/invoice-receipts/export/json'), get('/invoice-receipts/export/csv')];
    },
  },
  {
    name: 'an invoice of 12,500 lines',
    atOnce: 4,
    expected: [200],
    requests: async (partner) => {
      const [number] = await invoices(partner, 1);
      await addLines(partner, 12_500);
      return [get(`/invoice-receipts/${number}`)];
    },
  },
  {
    name: 'a list of records at their maxima',
    atOnce: 8,
    expected: [200, 422],
    requests: async (partner) => {
      await caseStudies(partner, 100);
      return [get('/partners/case-studies?per_page=100')];
    },
  },
  {
    name: 'other lists of records at their maxima',
    atOnce: 8,
    expected: [200],
    requests: async (partner) => {
      await eachOf(Array.from({ length: 10 }), 4, () => partner.api.post('/content-workflow/brand-voices', VOICE));
      await eachOf(Array.from({ length: 20 }), 4, () =>
        partner.api.post('/content-workflow/capabilities/blog_post/execute', { settings: LONG, context: LONG }),
      );
      return [
        get('/content-workflow/brand-voices?per_page=100'),
        get('/content-workflow/executions?per_page=100'),
        get('/app/usage-data'),
      ];
    },
  },
  {
    name: 'single records at their maxima',
    atOnce: 8,
    expected: [200],
    requests: async (partner) => {
      const voice = await make(partner, '/content-workflow/brand-voices', VOICE);
      const execution = idOf(
        (await partner.api.post('/content-workflow/capabilities/blog_post/execute', { settings: LONG, context: LONG }))
          .body,
      );
      return [get(`/content-workflow/brand-voices/${voice}`), get(`/content-workflow/executions/${execution}`)];
    },
  },
  {
    name: 'POST /aiwriter/generate/save',
    atOnce: 12,
    expected: [200],
    requests: async (partner) => {
      const response = 'We guarantee results. '.repeat(4_500);
      return [post('/aiwriter/generate/save', { message_id: await writerMessage(partner), response })];
    },
  },
  {
    name: 'POST /mcp',
    atOnce: 8,
    expected: [200],
    requests: async (partner) => {
      await caseStudies(partner, 100);
      const session = await mcpSession(partner);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
      const list = { name: 'list_case_studies', arguments: { per_page: 100 } };
      return [
        { ...post('/mcp', { ...call, params: list }), ...session },
        {
          ...post('/mcp', { ...call, params: { name: 'list_capabilities', arguments: { filler: LONG } } }),
          ...session,
        },
      ];
    },
  },
];
