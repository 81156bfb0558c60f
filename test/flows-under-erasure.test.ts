import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ROOT } from '../infra/deploy/programs.ts';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { listRuns } from '../infra/temporal/runs.ts';
import type { CONTRACTS } from '../workflows/contracts.ts';
import { agentOf, challenge } from './environment/agent-audit.ts';
import { agentEvaluationIn, PASSED_PROMPT } from './environment/agent-evaluations.ts';
import { generate } from './environment/case-studies.ts';
import { sendMessage, startSession } from './environment/dry-run.ts';
import { complete, execute } from './environment/executions.ts';
import type { Reply } from './environment/http.ts';
import { reportOrder, reportUse, setBilling } from './environment/invoices.ts';
import { createKnowledgeBase, documentsOf } from './environment/knowledge-bases.ts';
import { createEvaluation } from './environment/knowledge-evaluations.ts';
import { createUser, signInToConsole } from './environment/oauth.ts';
import { createPartner, type Partner } from './environment/partners.ts';
import { type Receiver, startReceiver } from './environment/receiver.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { setLatency } from './environment/sandbox-ai.ts';
import { createListing } from './environment/sandbox-marketplace.ts';
import { analyze } from './environment/seo.ts';
import { temporalClientOf } from './environment/temporal-client.ts';
import { waitUntil } from './environment/wait-until.ts';
import { createWebhook, publish } from './environment/webhooks.ts';
import { createTrigger, ON_EVENT } from './environment/workflow-triggers.ts';
import { openDatabase } from './invariants/database.ts';
import { brokenInvariants } from './invariants/invariants.ts';

jest.setTimeout(300_000);

const run = promisify(execFile);
/** So long an answer of the AI takes, milliseconds: longer than an erasure waits for what was accepted before. */
const LATENCY_MS = 20_000;

let stack: Stack;
let database: ReturnType<typeof openDatabase>;
let temporal: ReturnType<typeof temporalClientOf>;
beforeAll(async () => {
  stack = await startStack({
    durable: false,
    serviceEnvironment: {
      PASSWORD_COST_LOG2: '10',
      RECONCILE_INTERVAL_SECONDS: '1',
      EMBEDDINGS_MODEL: 'marketwright-sandbox-embeddings',
    },
  });
  publishRunningStack(stack);
  database = openDatabase(stack.urls.databaseUrl ?? '');
  temporal = temporalClientOf(stack, stack.credentials.temporal_namespace);
});
afterAll(async () => {
  await temporal?.connection.close();
  await database?.close();
  await stack?.stop();
});

type Flow = Extract<(typeof CONTRACTS)[number], { command: string }>['workflow'];
/** Of no partner: a payment event has only its number, and the event itself is kept. */
type OfPartners = Exclude<Flow, 'paymentEvent'>;

/** What a partner has before its flows begin. */
interface Scene {
  partner: Partner;
  agent: number;
  base: number;
  document: number;
  evaluation: number;
  session: string;
}

const topic = { settings: { topic: 'What only we know' } };
const TEXT = { title: 'Returns', format: 'markdown', content: 'Goods can be returned within thirty days.' };

async function sceneOf(partner: Partner, webhook: string): Promise<Scene> {
  const base = await createKnowledgeBase(partner, { Returns: TEXT.content });
  const document = (await documentsOf(partner, base))[0]?.id ?? 0;
  const evaluation = await createEvaluation(partner, base, document, 'thirty');
  await setBilling(partner, { marketplace_customer_id: 'c-1' });
  await reportOrder(partner);
  await reportUse(partner);
  await createWebhook(partner, { url: webhook });
  await publish(partner);
  const { id: session } = await startSession(partner);
  return { partner, agent: await agentOf(partner), base, document, evaluation, session };
}

/** Begins each flow. A new flow needs its line. */
const BEGINNINGS: { readonly [Name in OfPartners]: (scene: Scene) => Promise<unknown> } = {
  agentBatchMigration: ({ partner, agent }) =>
    accepted(partner.request('POST /agents/audit/batch-migrate', { body: { agent_ids: [agent] } })),
  agentChallenge: ({ partner, agent }) => challenge(partner, agent),
  async agentEvaluation({ partner, agent }) {
    const body = { name: 'Beginnings', prompts: [PASSED_PROMPT] };
    const { id } = agentEvaluationIn(await partner.request('POST /content-workflow/agent-evaluations', { body }));
    return accepted(
      partner.request('POST /content-workflow/agent-evaluations/{id}/runs', {
        params: { id },
        body: { agents: [{ agent_id: agent }] },
      }),
    );
  },
  agentDryRun: ({ partner, agent }) =>
    ordered(
      partner.request('POST /agents/audit/{agent}/dry-run', {
        params: { agent },
        body: { capability: 'blog_post', ...topic },
      }),
    ),
  caseStudyGeneration: ({ partner }) => accepted(generate(partner)),
  dryRunSession: ({ partner, session }) => ordered(sendMessage(partner, session, 'What do you know?')),
  execution: ({ partner }) => execute(partner, 'blog_post', topic),
  invoiceBackfill: ({ partner }) => ordered(partner.request('POST /invoice-receipts/backfill', { body: {} })),
  knowledgeDocument: ({ partner, base: id }) =>
    accepted(partner.request('POST /content-workflow/knowledge-bases/{id}/documents', { params: { id }, body: TEXT })),
  // Begun by the reading of the scene's document.
  knowledgeEmbedding: async () => undefined,
  knowledgeEvaluation: ({ partner, base: id, evaluation }) =>
    accepted(
      partner.request('POST /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs', {
        params: { id, evaluation },
      }),
    ),
  knowledgeReplacement: ({ partner, base: id, document }) =>
    accepted(
      partner.request('PUT /content-workflow/knowledge-bases/{id}/documents/{document}', {
        params: { id, document },
        body: { content: 'Goods can be returned within sixty days.', file_name: 'returns.md' },
      }),
    ),
  async mailDelivery({ partner }) {
    const { access_token: key } = await signInToConsole(await createUser(partner.id));
    const email = `asked-${crypto.randomUUID()}@example.com`;
    return accepted(partner.request('POST /app/users', { key, body: { email, name: 'Grace', role: 'viewer' } }));
  },
  marketplaceInvoice: ({ partner }) =>
    ordered(
      partner.request('POST /invoice-receipts/generate-marketplace', {
        body: { period_start: '2025-05-01', period_end: '2025-05-31' },
      }),
    ),
  seoAnalysis: async ({ partner }) => analyze(partner, await createListing()),
  async triggerFiring({ partner }) {
    await createTrigger(partner);
    await publish(partner, ON_EVENT.event.name, {});
  },
  triggerSchedule: ({ partner }) =>
    createTrigger(partner, {
      name: 'Daily',
      target: ON_EVENT.target,
      input: ON_EVENT.input,
      type: 'schedule',
      schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
    }),
  // Begun by the event of the scene, which its endpoint does not answer.
  webhookEndpoint: async () => undefined,
};

async function accepted(reply: Promise<Reply>): Promise<void> {
  const { status, text } = await reply;
  expect({ status, text: status < 300 ? '' : text }).toEqual({ status: expect.any(Number), text: '' });
}

/** Of a request that waits for its work. */
async function ordered(reply: Promise<Reply>): Promise<void> {
  reply.catch(() => undefined);
}

async function erase(partner: Partner, ...options: string[]): Promise<{ stdout: string; stderr: string }> {
  const file = path.join(ROOT, 'infra/deploy/marketwright.ts');
  const args = ['--no-warnings', file, 'erase-partner', String(partner.id), ...options];
  return run(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...stack.environment } });
}

const runsOf = ({ id }: Partner, more = '') => listRuns(temporal, `MwPartnerId = '${id}'${more}`, 1_000);

async function schedulesOf({ id }: Partner): Promise<string[]> {
  const found: string[] = [];
  for await (const { scheduleId, typedSearchAttributes } of temporal.schedule.list()) {
    if (JSON.stringify(typedSearchAttributes).includes(`"${id}"`)) found.push(scheduleId);
  }
  return found;
}

/** What must not be there any more; empty when the erasure holds. */
async function remains(partner: Partner): Promise<unknown> {
  const { stderr } = await erase(partner);
  const [account] = await database.query<{ held: number }>(
    'SELECT held::int FROM credit_account WHERE partner_id = $1',
    [partner.id],
  );
  return {
    rows: stderr.split('\n').filter((line) => / deleted /.test(line)),
    runs: (await runsOf(partner)).map(({ workflowId }) => workflowId),
    schedules: await schedulesOf(partner),
    held: account?.held,
    invariants: await brokenInvariants(database.query, { atRest: false }),
    errors: await errorsLogged(),
  };
}

const NOTHING = { rows: [], runs: [], schedules: [], held: 0, invariants: [], errors: [] };

/** Requests that wait for work are answered by its failure. */
const ANSWERED_LOST = /"route":"[^"]+\/(message|backfill|generate-marketplace|dry-run)"[^{}]*"status":500/;

async function errorsLogged(): Promise<string[]> {
  const logs = ['api', 'worker'].map((name) => readFile(path.join(stack.dataDir, 'logs', `${name}.log`), 'utf8'));
  return (await Promise.all(logs)).flatMap((log) =>
    log.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line) && !ANSWERED_LOST.test(line)),
  );
}

async function begin(scene: Scene): Promise<void> {
  for (const start of Object.values(BEGINNINGS)) await start(scene);
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** A partner whose endpoint hangs and whose AI takes its time, and another one. */
async function partnersBeside(receiver: Receiver): Promise<{ other: Partner; scene: Scene }> {
  const other = await createPartner({ credits: 10_000 });
  const partner = await createPartner({ credits: 10_000 });
  receiver.respond = () => 'hang';
  await setLatency(LATENCY_MS);
  return { other, scene: await sceneOf(partner, receiver.url) };
}

test('a partner is erased while runs of all its flows wait for a worker', async () => {
  await using receiver = await startReceiver();
  const { other, scene } = await partnersBeside(receiver);
  const { partner } = scene;
  await waitUntil('the request to the endpoint', () => receiver.received[0]);
  await stack.pause('worker');
  await begin(scene);
  await waitUntil(
    'runs of all flows',
    async () => sorted((await runsOf(partner)).map((each) => each.workflowType)),
    (names) => names.length === Object.keys(BEGINNINGS).length,
  );
  await erase(partner, '--yes', '--waive-unbilled');
  await setLatency(0);
  const before = receiver.received.length;
  await stack.start('worker');
  await complete(other, 'blog_post', topic);
  expect(await remains(partner)).toEqual(NOTHING);
  expect(receiver.received).toHaveLength(before);
});

test('a partner is erased while a worker is in the middle of all its flows', async () => {
  await using receiver = await startReceiver();
  const { other, scene } = await partnersBeside(receiver);
  const { partner } = scene;
  await begin(scene);
  await waitUntil('runs of all flows', async () => {
    const names = sorted((await runsOf(partner)).map((each) => each.workflowType));
    return names.length === Object.keys(BEGINNINGS).length;
  });
  await erase(partner, '--yes', '--waive-unbilled');
  const before = receiver.received.length;
  await setLatency(0);
  await complete(other, 'blog_post', topic);
  expect(await remains(partner)).toEqual(NOTHING);
  expect(receiver.received).toHaveLength(before);
});
