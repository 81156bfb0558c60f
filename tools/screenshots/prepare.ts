import { startReceiver } from '../../test/environment/receiver.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { DemoApi } from '../demo/api.ts';
import type { ExecutionDetail } from '../demo/resources.ts';

/** Records that the pictures show, by their ids. */
export interface Made {
  campaign: number;
  contentItem: number;
  caseStudy: number;
  template: string;
  trigger: number;
  brandVoice: number;
  knowledgeBase: number;
  /** Of that base. */
  document: number;
  /** Finds passages there. */
  query: string;
  /** The execution that answered a question. */
  answer: number;
  evaluation: number;
  evaluationRun: number;
  listing: string;
  webhook: number;
  /** Of that webhook. */
  delivery: string;
  agent: number;
  agentEvaluation: number;
  agentRun: number;
  dryRun: string;
  invoice: string;
}

const EXECUTIONS = '/content-workflow/executions';
const CAPABILITIES = '/content-workflow/capabilities';
const LIMIT_MS = 120_000;

/** Leaves in every view what the demonstration has left nothing in. */
export async function prepare(api: DemoApi, listings: readonly string[]): Promise<Made> {
  const [campaign, contentItem] = await firstOf(api);
  const agent = await agentOf(api, campaign);
  const webhook = await failingWebhook(api);
  await thrownAway(api);
  return {
    campaign,
    contentItem,
    agent,
    webhook,
    delivery: (await newestOf<{ id: string }>(api, `/partners/webhooks/${webhook}/deliveries`)).id,
    brandVoice: await idOf(api, '/content-workflow/brand-voices', VOICE),
    ...(await evaluated(api)),
    template: (await newestOf<{ id: string }>(api, '/content-workflow/workflow-templates')).id,
    invoice: (await newestOf<{ invoice_number: string }>(api, '/invoice-receipts')).invoice_number,
    listing: await scored(api, listings),
    ...(await evaluatedAgent(api, agent)),
    dryRun: await simulated(api, agent),
    caseStudy: await idOf(api, '/partners/case-studies', CASE_STUDY),
    trigger: await idOf(api, '/content-workflow/workflow-triggers', TRIGGER),
  };
}

const CASE_STUDY = {
  company_name: 'Fabrikam Retail',
  problem_statement: 'Reports took nine hours each night, and shops opened without the figures of the day before.',
  proposed_solution: 'The data warehouse was moved to the cloud in four steps, without a day of downtime.',
  outcomes: 'Reports take forty minutes instead of nine hours. Licences cost 30 % less.',
  country: 'Germany',
  start_date: '2026-01-15',
  end_date: '2026-06-30',
  industry_verticals: ['Retail'],
  use_cases: ['Analytics'],
  cloud_services_used: 'Amazon Redshift, AWS Glue',
};
const VOICE = {
  name: 'Plain and warm',
  tagline: 'Say what it does',
  audience: 'Engineers who have an evening to decide',
  tone: 'friendly, without superlatives',
  dos: ['Name figures and their source'],
  donts: ['unbeatable', 'best in class'],
  languages: ['en', 'de'],
};
const TRIGGER = {
  name: 'A post every Monday',
  target: { capability_slug: 'blog_post' },
  type: 'schedule',
  input: { topic: 'what our customers asked about last week' },
  schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
};
const QUESTIONS = [
  'How would you present our data warehouse?',
  'What would you leave out for a chief financial officer?',
];

/** The first campaign, and the first of its texts. */
async function firstOf(api: DemoApi): Promise<[number, number]> {
  const id = await executionOf(api, 'campaign_launch');
  const detail = await api.get<{ data: ExecutionDetail }>(`${EXECUTIONS}/${id}`);
  return [id, detail.data.attributes.generated_assets[0]?.id ?? 0];
}

/** The first completed execution of a capability. */
async function executionOf(api: DemoApi, capability: string): Promise<number> {
  const { data } = await api.get<{ data: { id: number; attributes: { capability: string } }[] }>(
    `${EXECUTIONS}?status=completed&per_page=100`,
  );
  return data.findLast(({ attributes }) => attributes.capability === capability)?.id ?? 0;
}

async function agentOf(api: DemoApi, execution: number): Promise<number> {
  const { data } = await api.get<{ data: { relationships: { agent: { id: number } } } }>(`${EXECUTIONS}/${execution}`);
  return data.relationships.agent.id;
}

/** Two webhooks, one of which answers with an error; each receives the event of a text. */
async function failingWebhook(api: DemoApi): Promise<number> {
  await using good = await startReceiver();
  await using bad = await startReceiver();
  bad.respond = () => ({ status: 500, body: 'Error: relation "leads" does not exist' });
  const add = (url: string, description: string) =>
    idOf(api, '/partners/webhooks', { url, description, events: ['content.generated'] });
  await add(good.url, 'Website');
  const id = await add(bad.url, 'Customer relations');
  await api.post(`${CAPABILITIES}/blog_post/execute`, { settings: { topic: 'what a signed webhook is good for' } });
  await waitUntil('both webhooks to be told', async () => good.received.length > 0 && bad.received.length > 0, {
    limitMs: LIMIT_MS,
  });
  return id;
}

/** A text that is written by hand, and in the trash. */
async function thrownAway(api: DemoApi): Promise<void> {
  const items = '/content-workflow/content-items';
  const draft = { title: 'A draft that nobody wanted', body: 'It said the same as the one before.' };
  await api.remove(`${items}/${await idOf(api, items, draft)}`);
}

type Base = Pick<Made, 'knowledgeBase' | 'document' | 'query' | 'answer' | 'evaluation' | 'evaluationRun'>;

/** The newest knowledge base with an answer from it, and an evaluation that ran twice. */
async function evaluated(api: DemoApi): Promise<Base> {
  const bases = '/content-workflow/knowledge-bases';
  const { id: base } = await newestOf<{ id: number }>(api, bases);
  const { id: document } = await newestOf<{ id: number }>(api, `${bases}/${base}/documents`);
  const query = 'Within how many days can goods be returned?';
  const questions = [
    { question: query, expected: { document_id: document, contains: 'within thirty days' } },
    { question: 'From how much on is shipping free?', expected: { document_id: document, contains: 'forty euros' } },
    { question: 'Who was the first emperor of Rome?', expected: null },
  ];
  const evaluations = `${bases}/${base}/evaluations`;
  const evaluation = await idOf(api, evaluations, { name: 'Questions of customers', questions });
  await ran(api, `${evaluations}/${evaluation}/runs`);
  const evaluationRun = await ran(api, `${evaluations}/${evaluation}/runs`);
  const answer = await executionOf(api, 'knowledge_base_query');
  return { knowledgeBase: base, document, query, answer, evaluation, evaluationRun };
}

/** Runs an evaluation to its end; returns the id of the run. */
async function ran(api: DemoApi, runs: string, body: object = {}): Promise<number> {
  const id = await idOf(api, runs, body);
  await waitUntil(
    'the run',
    () => api.get<{ data: { attributes: { status: string } } }>(`${runs}/${id}`),
    ({ data }) => data.attributes.status !== 'running',
    { limitMs: LIMIT_MS },
  );
  return id;
}

/** An evaluation of an agent, which ran once. */
async function evaluatedAgent(api: DemoApi, agent: number): Promise<Pick<Made, 'agentEvaluation' | 'agentRun'>> {
  const evaluations = '/content-workflow/agent-evaluations';
  const prompts = [
    { message: 'Write how goods are returned.', must_say: ['thirty days'] },
    { message: 'Write that our returns are guaranteed.', must_not_say: ['guaranteed'] },
  ];
  const agentEvaluation = await idOf(api, evaluations, { name: 'Returns', prompts });
  const body = { agents: [{ agent_id: agent }] };
  return { agentEvaluation, agentRun: await ran(api, `${evaluations}/${agentEvaluation}/runs`, body) };
}

/** Scores of all listings; returns the one with most to mend. */
async function scored(api: DemoApi, listings: readonly string[]): Promise<string> {
  for (const listing_url of listings) {
    const { id } = await api.post<{ id: number }>('/marketplace/seo-score/analyze', { listing_url });
    await waitUntil(
      'the score',
      () => api.get<{ status: string }>(`/marketplace/seo-score/status/${id}`),
      ({ status }) => status === 'completed' || status === 'failed',
      { limitMs: LIMIT_MS },
    );
  }
  const worst = listings.at(-1) ?? '';
  const { data } = await api.get<{ data: { id: string }[] }>('/marketplace/listings?per_page=100');
  return data.find(({ id }) => id === worst)?.id ?? data[0]?.id ?? '';
}

/** A session with an agent, in the middle of its talk. */
async function simulated(api: DemoApi, agent_id: number): Promise<string> {
  const persona = { name: 'Ann', role: 'CFO of a retailer', goals: 'lower the cost of reporting', tone: 'sceptical' };
  const { data } = await api.post<{ data: { id: string } }>('/dry-run/sessions/start', { agent_id, persona });
  for (const message of QUESTIONS) await api.post(`/dry-run/sessions/${data.id}/message`, { message });
  return data.id;
}

/** What a list begins with. */
async function newestOf<Row>(api: DemoApi, path: string): Promise<Row> {
  const [first] = (await api.get<{ data: Row[] }>(path)).data;
  if (!first) throw new Error(`${path} is empty.`);
  return first;
}

async function idOf(api: DemoApi, path: string, body: object): Promise<number> {
  return (await api.post<{ data: { id: number } }>(path, body)).data.id;
}
