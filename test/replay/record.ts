import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';
import { isOpen } from '../../domain/executions/rules.ts';
import { EXECUTION_STATUSES } from '../../domain/executions/table.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { freshId, genericEvent } from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import { AGENT_BATCH_MIGRATION } from '../../workflows/agent-batch-migration/contract.ts';
import { AGENT_CHALLENGE } from '../../workflows/agent-challenge/contract.ts';
import { AGENT_DRY_RUN } from '../../workflows/agent-dry-run/contract.ts';
import { AGENT_EVALUATION } from '../../workflows/agent-evaluation/contract.ts';
import { CASE_STUDY_GENERATION } from '../../workflows/case-study-generation/contract.ts';
import { workflowIdOf } from '../../workflows/commands.ts';
import { DRY_RUN_SESSION } from '../../workflows/dry-run-session/contract.ts';
import { EXECUTION } from '../../workflows/execution/contract.ts';
import { INVOICE_BACKFILL } from '../../workflows/invoice-backfill/contract.ts';
import { KNOWLEDGE_DOCUMENT } from '../../workflows/knowledge-document/contract.ts';
import { KNOWLEDGE_EMBEDDING } from '../../workflows/knowledge-embedding/contract.ts';
import { KNOWLEDGE_EVALUATION } from '../../workflows/knowledge-evaluation/contract.ts';
import { KNOWLEDGE_REPLACEMENT } from '../../workflows/knowledge-replacement/contract.ts';
import { MAIL_DELIVERY } from '../../workflows/mail-delivery/contract.ts';
import { MARKETPLACE_INVOICE } from '../../workflows/marketplace-invoice/contract.ts';
import { MONTHLY_INVOICES } from '../../workflows/monthly-invoices/contract.ts';
import { PAYMENT_EVENT } from '../../workflows/payment-event/contract.ts';
import { RECONCILIATION } from '../../workflows/reconciliation/contract.ts';
import { RETENTION } from '../../workflows/retention/contract.ts';
import { SEO_ANALYSIS } from '../../workflows/seo-analysis/contract.ts';
import { TRIGGER_FIRING } from '../../workflows/trigger-firing/contract.ts';
import { TRIGGER_SCHEDULE } from '../../workflows/trigger-schedule/contract.ts';
import { WEBHOOK_ENDPOINT } from '../../workflows/webhook-endpoint/contract.ts';
import { CASE_STUDY } from '../environment/case-study-body.ts';
import { send, sendOk } from '../environment/client.ts';
import { waitUntil } from '../environment/wait-until.ts';
import { withoutTraces } from './scrub.ts';

/**
 * Records the histories that the replay test replays: `npm run record`. Histories that exist are
 * kept as they are, since released code made them: when a workflow changes its commands, give its history a new name here and run the script.
 */
const HISTORIES = fileURLToPath(new URL('./histories/', import.meta.url));
const TOPIC = 'Recording what a workflow does';
const LISTING = 'prod-4ydbgyt6kkgxk';

const acceptedSchema = z.object({ data: z.object({ id: z.int() }) });
const listedSchema = z.object({ data: z.array(z.object({ id: z.int() })) });
const attributesSchema = z.object({
  status: z.enum(EXECUTION_STATUSES),
  step_results: z.array(z.object({ key: z.string(), status: z.string() })),
});
const executionSchema = z.object({ data: z.object({ attributes: attributesSchema }) });

const stack = await startStack({
  sandboxAiLatencyMs: 0,
  serviceEnvironment: { EMBEDDINGS_MODEL: 'marketwright-sandbox-embeddings' },
});
const connection = await Connection.connect({ address: stack.urls.temporalAddress ?? '' });
try {
  await record(stack, new Client({ connection }));
} finally {
  await connection.close();
  await stack.stop();
}

async function record(running: Stack, client: Client): Promise<void> {
  const save = async (workflow: string, name: string, workflowId: string) => {
    const handle = client.workflow.getHandle(workflowId);
    await waitUntil(`the run ${workflowId}`, () => handle.describe(), { retryErrors: true });
    await handle.result().catch(() => undefined);
    const history = withoutTraces(JSON.parse(historyToJSON(await handle.fetchHistory())));
    await mkdir(`${HISTORIES}${workflow}`, { recursive: true });
    const file = `${HISTORIES}${workflow}/${name}.json`;
    if (existsSync(file)) return;
    await writeFile(file, `${JSON.stringify(history, null, 1)}\n`);
    process.stdout.write(`${workflow}/${name}\n`);
  };
  const saveExecution = async (name: string, id: number) => {
    await wait(running, id, ({ status }) => !isOpen(status));
    await save(EXECUTION.workflow, name, workflowIdOf(EXECUTION, id));
  };

  // Before anything fails, of which people are mailed, too.
  await recordMails(running, (name, id) => save(MAIL_DELIVERY.workflow, name, workflowIdOf(MAIL_DELIVERY, id)));
  await recordDryRuns(running, client, (name, id) => save(DRY_RUN_SESSION.workflow, name, id));

  const saveDocument = async (name: string, content: string) =>
    save(KNOWLEDGE_DOCUMENT.workflow, name, workflowIdOf(KNOWLEDGE_DOCUMENT, await upload(running, content)));
  await saveDocument('ready', 'Text of a document.');
  await saveDocument('unreadable', ' ');
  const saveReplacement = async (name: string, content: string, version: number) => {
    await replace(running, content);
    await save(KNOWLEDGE_REPLACEMENT.workflow, name, workflowIdOf(KNOWLEDGE_REPLACEMENT, version));
  };
  // Versions are numbered from 1; the one that is replaced becomes one, too.
  await saveReplacement('in-use', 'Another text of a document.', 1);
  await saveReplacement('unreadable', ' ', 3);
  await save(KNOWLEDGE_EMBEDDING.workflow, 'completed', workflowIdOf(KNOWLEDGE_EMBEDDING, 1));
  await recordEvaluation(running, (name, run) =>
    save(KNOWLEDGE_EVALUATION.workflow, name, workflowIdOf(KNOWLEDGE_EVALUATION, run)),
  );

  await call(running, 'POST', '/agents/audit/batch-migrate', {});
  await save(AGENT_BATCH_MIGRATION.workflow, 'completed', workflowIdOf(AGENT_BATCH_MIGRATION, 1));

  await saveExecution('blog-post', await execute(running, 'blog_post', { topic: TOPIC }));
  await saveExecution('campaign', await execute(running, 'campaign_launch', { topic: TOPIC }));
  await saveExecution(
    'answer-planned-as-it-begins',
    await execute(running, 'platform_knowledge_query', { query: TOPIC }),
  );
  await saveExecution(
    'blocked-by-guardrail',
    await execute(running, 'blog_post', { topic: 'Paying with the card 4111 1111 1111 1111' }),
  );

  await setFaults(running.urls.sandboxAiUrl, [
    { kind: 'rate_limit', times: 1, retry_after_seconds: 1 },
    { kind: 'error', status: 503, times: 1 },
  ]);
  await saveExecution('ai-failed-for-a-while', await execute(running, 'blog_post', { topic: TOPIC }));
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'refuse' }]);
  await saveExecution('ai-declined', await execute(running, 'blog_post', { topic: TOPIC }));

  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'refuse', match: 'Deliverable: social_post' }]);
  await saveExecution('template-without-an-optional-step', await executeTemplate(running));
  await setFaults(running.urls.sandboxAiUrl, []);
  await recordTriggers(running, client, save);

  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'hang' }]);
  const planning = await execute(running, 'blog_post', { topic: TOPIC });
  await wait(running, planning, ({ status }) => status === 'planning');
  await call(running, 'POST', `/content-workflow/executions/${planning}/cancel`);
  await saveExecution('cancelled-while-planning', planning);
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'hang', match: 'Deliverable: email_draft' }]);
  const executing = await execute(running, 'campaign_launch', { topic: TOPIC });
  await wait(running, executing, ({ step_results: steps }) =>
    steps.some(({ key, status }) => key === 'emails' && status === 'running'),
  );
  await call(running, 'POST', `/content-workflow/executions/${executing}/cancel`);
  await saveExecution('cancelled-while-executing', executing);
  await setFaults(running.urls.sandboxAiUrl, []);

  await recordWebhooks(running, (name, id) =>
    save(WEBHOOK_ENDPOINT.workflow, name, workflowIdOf(WEBHOOK_ENDPOINT, id)),
  );

  const saveAnalysis = (name: string, id: number) => save(SEO_ANALYSIS.workflow, name, workflowIdOf(SEO_ANALYSIS, id));
  await saveAnalysis('completed', await analyze(running, LISTING));
  await setFaults(running.urls.marketplaceUrl, [{ kind: 'delay', listing: LISTING, delay_ms: 1_000 }]);
  await saveAnalysis('left-to-a-request', await analyze(running, LISTING, { sync: true }));
  await setFaults(running.urls.marketplaceUrl, [{ kind: 'hang', listing: LISTING }]);
  const analysis = await analyze(running, LISTING);
  await waitUntil('the analysis to be processed', () => isProcessed(running, analysis));
  await client.workflow.getHandle(workflowIdOf(SEO_ANALYSIS, analysis)).cancel();
  await saveAnalysis('cancelled', analysis);

  // The database is new, so generations are numbered from 1.
  const saveGeneration = (name: string, id: number) =>
    save(CASE_STUDY_GENERATION.workflow, name, workflowIdOf(CASE_STUDY_GENERATION, id));
  await generate(running);
  await saveGeneration('completed', 1);
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'refuse' }]);
  await generate(running);
  await saveGeneration('ai-declined', 2);
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'hang' }]);
  const generation = client.workflow.getHandle(workflowIdOf(CASE_STUDY_GENERATION, 3));
  const failing = generate(running);
  await waitUntil(
    'the writing to begin',
    async () => {
      const { raw } = await generation.describe();
      return (raw.pendingActivities?.length ?? 0) > 0;
    },
    { retryErrors: true },
  );
  await generation.cancel();
  await failing;
  await saveGeneration('cancelled', 3);
  await setFaults(running.urls.sandboxAiUrl, []);

  await recordAudits(running, client, save);
  await recordPayments(running, client, (name, id) =>
    save(PAYMENT_EVENT.workflow, name, workflowIdOf(PAYMENT_EVENT, id)),
  );
  await recordInvoices(running, save);

  await client.schedule.getHandle(MONTHLY_INVOICES.schedule.id).trigger();
  await save(MONTHLY_INVOICES.workflow, 'one-page', await scheduledRun(client, MONTHLY_INVOICES.schedule.id));

  await client.schedule.getHandle(RECONCILIATION.schedule.id).trigger();
  await save(RECONCILIATION.workflow, 'one-slice', await scheduledRun(client, RECONCILIATION.schedule.id));

  await client.schedule.getHandle(RETENTION.schedule.id).trigger();
  await save(RETENTION.workflow, 'tables-from-activity', await scheduledRun(client, RETENTION.schedule.id));
}

/** People whose passwords an administrator changes: one mail is taken, one is refused. Mails are numbered from 1. */
async function recordMails(running: Stack, save: (name: string, id: number) => Promise<void>): Promise<void> {
  const { admin_key, partner_id } = running.credentials;
  const users = `/3pi-partners/${partner_id}/users`;
  const refused = 'nobody@example.com';
  const replies = new URL('/__sandbox/faults', running.urls.sandboxMailUrl);
  await sendOk(replies, { method: 'PUT', body: [{ recipient: refused, code: 550 }] });
  for (const [index, email] of ['somebody@example.com', refused].entries()) {
    const user = { email, name: TOPIC, role: 'viewer', password: 'correct horse battery' };
    const { data } = acceptedSchema.parse(await call(running, 'POST', users, user, admin_key));
    await call(running, 'PATCH', `${users}/${data.id}`, { password: 'another long password' }, admin_key);
    await save(index === 0 ? 'sent' : 'refused', index + 1);
  }
  await sendOk(replies, { method: 'PUT', body: [] });
}

/** Challenges and dry runs of the platform's agent, each numbered from 1: one that succeeds, one that fails, one that is cancelled. */
async function recordAudits(
  running: Stack,
  client: Client,
  save: (workflow: string, name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const agent = '/agents/audit/1';
  const challenge = () => call(running, 'POST', `${agent}/challenge`, { categories: ['leakage'] });
  const dryRunAgent = async () => {
    const url = new URL(`${running.urls.apiOrigin}/api/v1${agent}/dry-run`);
    const body = { capability: 'blog_post', settings: { topic: TOPIC } };
    await send(url, { method: 'POST', key: running.credentials.api_key, body });
  };
  await challenge();
  await save(AGENT_CHALLENGE.workflow, 'completed', workflowIdOf(AGENT_CHALLENGE, 1));
  const evaluate = await agentEvaluation(running);
  await evaluate();
  await save(AGENT_EVALUATION.workflow, 'completed', workflowIdOf(AGENT_EVALUATION, 1));
  await dryRunAgent();
  await save(AGENT_DRY_RUN.workflow, 'completed', workflowIdOf(AGENT_DRY_RUN, 1));
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'error', status: 401 }]);
  await challenge();
  await save(AGENT_CHALLENGE.workflow, 'provider-rejects', workflowIdOf(AGENT_CHALLENGE, 2));
  await evaluate();
  await save(AGENT_EVALUATION.workflow, 'provider-rejects', workflowIdOf(AGENT_EVALUATION, 2));
  await dryRunAgent();
  await save(AGENT_DRY_RUN.workflow, 'provider-rejects', workflowIdOf(AGENT_DRY_RUN, 2));
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'hang' }]);
  await challenge();
  const handle = client.workflow.getHandle(workflowIdOf(AGENT_CHALLENGE, 3));
  await waitUntil('prompts to be put', async () => ((await handle.describe()).raw.pendingActivities?.length ?? 0) > 0, {
    retryErrors: true,
  });
  await handle.cancel();
  await save(AGENT_CHALLENGE.workflow, 'cancelled', workflowIdOf(AGENT_CHALLENGE, 3));
  await setFaults(running.urls.sandboxAiUrl, []);
}

/** Adds an evaluation of agents; returns what runs it with the platform's agent. */
async function agentEvaluation(running: Stack): Promise<() => Promise<unknown>> {
  const path = '/content-workflow/agent-evaluations';
  const prompts = Array.from({ length: 6 }, (_, n) => ({ message: `${TOPIC}, part ${n}`, must_say: [TOPIC] }));
  const { data } = acceptedSchema.parse(await call(running, 'POST', path, { name: TOPIC, prompts }));
  return () => call(running, 'POST', `${path}/${data.id}/runs`, { agents: [{ agent_id: 1 }] });
}

/**
 * Orders for more than one batch, and use that is billed. Jobs are numbered from 1. The history `beyond-the-books` is of a release
 * that took more use than an invoice holds.
 */
async function recordInvoices(
  running: Stack,
  save: (workflow: string, name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const { admin_key, partner_id } = running.credentials;
  const partner = `/3pi-partners/${partner_id}`;
  for (let number = 1; number <= 60; number += 1) {
    const order = {
      billing_type: 'token_pack',
      amount: '5',
      currency: 'EUR',
      description: TOPIC,
      reference: `r-${number}`,
    };
    await call(running, 'POST', `${partner}/orders`, order, admin_key);
  }
  await call(running, 'POST', '/invoice-receipts/backfill', { limit: 60 });
  await save(INVOICE_BACKFILL.workflow, 'two-batches', workflowIdOf(INVOICE_BACKFILL, 1));

  await call(running, 'PATCH', partner, { marketplace_customer_id: 'recorded' }, admin_key);
  const use = { dimension: 'calls', unit_price: '1', currency: 'EUR', occurred_at: '2025-05-05T00:00:00Z' };
  const period = { period_start: '2025-05-01', period_end: '2025-05-31' };
  await call(running, 'POST', `${partner}/usage-records`, { ...use, quantity: '2' }, admin_key);
  await call(running, 'POST', '/invoice-receipts/generate-marketplace', period);
  await save(MARKETPLACE_INVOICE.workflow, 'billed', workflowIdOf(MARKETPLACE_INVOICE, 2));
}

/** An endpoint that fails first and gets a retry; one that accepts at once has no run. */
async function recordWebhooks(running: Stack, save: (name: string, id: number) => Promise<void>): Promise<void> {
  let failures = 1;
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(failures-- > 0 ? 500 : 204).end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const body = { url: `http://127.0.0.1:${port}/`, events: ['listing.updated'] };
  const { data } = acceptedSchema.parse(await call(running, 'POST', '/partners/webhooks', body));
  await publish(running);
  await waitUntil('the retry', async () => (await waitingDeliveries(running, data.id)).waiting === 0);
  await save('delivered-by-retry', data.id);
  receiver.close();
}

/** A session with every kind of entry, one whose reply fails, and one that staff terminate. Sessions are numbered from 1. */
async function recordDryRuns(
  running: Stack,
  client: Client,
  save: (name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  let sessions = 0;
  const start = async () => {
    sessions += 1;
    const answer = await call(running, 'POST', '/dry-run/sessions/start', { agent_id: 1 });
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(answer);
    const query = `WorkflowType = '${DRY_RUN_SESSION.workflow}' AND MwResourceId = 'dry_run_session:${sessions}'`;
    const workflowId = await waitUntil(
      'the run of the session',
      async () => {
        for await (const run of client.workflow.list({ query })) return run.workflowId;
        return '';
      },
      (found) => found !== '',
    );
    return { path: `/dry-run/sessions/${data.id}`, workflowId };
  };
  const say = ({ path }: { path: string }) => {
    const url = new URL(`${running.urls.apiOrigin}/api/v1${path}/message`);
    return send(url, { method: 'POST', key: running.credentials.api_key, body: { message: TOPIC } });
  };

  const whole = await start();
  await say(whole);
  await call(running, 'PUT', `${whole.path}/persona`, { name: 'Ann' });
  await Promise.all([say(whole), say(whole)]);
  await call(running, 'POST', `${whole.path}/reset`);
  await say(whole);
  await call(running, 'POST', `${whole.path}/end`);
  await save('ended', whole.workflowId);

  const declined = await start();
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'refuse' }]);
  await say(declined);
  await call(running, 'POST', `${declined.path}/end`);
  await save('ai-declined', declined.workflowId);

  const cancelled = await start();
  await setFaults(running.urls.sandboxAiUrl, [{ kind: 'hang' }]);
  const waiting = say(cancelled);
  const run = client.workflow.getHandle(cancelled.workflowId);
  await waitUntil('the reply to begin', async () => ((await run.describe()).raw.pendingActivities?.length ?? 0) > 0);
  await run.cancel();
  await waiting;
  await save('cancelled', cancelled.workflowId);
  await setFaults(running.urls.sandboxAiUrl, []);
}

/** Events are numbered from 1. One is cancelled while no worker runs. */
async function recordPayments(
  running: Stack,
  client: Client,
  save: (name: string, id: number) => Promise<void>,
): Promise<void> {
  const { partner_id, gateway_secrets: secrets = { generic: '', stripe: '' } } = running.credentials;
  const pay = () => {
    const purchase = { partner_id, reference: freshId('order'), amount: '20.00', currency: 'USD', credits: 1_000 };
    const event = genericEvent('payment.succeeded', purchase, new Date());
    return deliver({ origin: running.urls.apiOrigin, secrets }, 'generic', [event]);
  };
  await pay();
  const applied = client.workflow.getHandle(workflowIdOf(PAYMENT_EVENT, 1));
  await waitUntil('the event to be carried out', () => applied.result().then(() => true), { retryErrors: true });
  await save('applied', 1);
  await running.pause('worker');
  await pay();
  const cancelled = client.workflow.getHandle(workflowIdOf(PAYMENT_EVENT, 2));
  await waitUntil('the run', () => cancelled.describe(), { retryErrors: true });
  await cancelled.cancel();
  await running.start('worker');
  await save('cancelled', 2);
  await pay();
  const ofPartner = client.workflow.getHandle(workflowIdOf(PAYMENT_EVENT, 3));
  await waitUntil('the event of the partner', () => ofPartner.result().then(() => true), { retryErrors: true });
  await save('of-partner', 3);
}

async function executeTemplate(running: Stack): Promise<number> {
  const path = '/content-workflow/workflow-templates/feature_announcement/execute';
  return acceptedSchema.parse(await call(running, 'POST', path, { input: { topic: TOPIC } })).data.id;
}

/** A schedule that is made and started by hand, and an event; the database is new, so firings are numbered from 1. */
async function recordTriggers(
  running: Stack,
  client: Client,
  save: (workflow: string, name: string, workflowId: string) => Promise<void>,
): Promise<void> {
  const target = { target: { capability_slug: 'summarization' }, input: { content: TOPIC } };
  const schedule = { type: 'schedule', schedule: { cron: '0 9 * * *' } };
  const event = { type: 'event', event: { name: 'listing.updated' } };
  const path = '/content-workflow/workflow-triggers';
  await call(running, 'POST', path, { ...target, ...event, name: 'On an event' });
  await publish(running);
  const firing = client.workflow.getHandle(workflowIdOf(TRIGGER_FIRING, 1));
  await waitUntil('the firing', () => firing.result().then(() => true), { retryErrors: true });
  await save(TRIGGER_FIRING.workflow, 'event', workflowIdOf(TRIGGER_FIRING, 1));
  await call(running, 'POST', path, { ...target, ...schedule, name: 'By a schedule' });
  const scheduleId = await waitUntil('the Schedule', async () => {
    for await (const { scheduleId: id } of client.schedule.list()) if (id.startsWith('trigger-')) return id;
    return undefined;
  });
  await client.schedule.getHandle(scheduleId).trigger();
  await save(TRIGGER_FIRING.workflow, 'schedule', await scheduledRun(client, scheduleId));
  await save(TRIGGER_SCHEDULE.workflow, 'made', scheduleId.replace('trigger-', 'trigger-schedule-'));
}

async function publish(running: Stack): Promise<void> {
  const { admin_key, partner_id } = running.credentials;
  const body = { type: 'listing.updated', data: { listing_id: 'prod-recorded', changes: ['title'] } };
  await call(running, 'POST', `/3pi-partners/${partner_id}/events`, body, admin_key);
}

async function waitingDeliveries(running: Stack, id: number): Promise<{ waiting: number }> {
  const answer = await call(running, 'GET', `/partners/webhooks/${id}/deliveries?status=pending`);
  return { waiting: z.object({ data: z.array(z.unknown()) }).parse(answer).data.length };
}

async function analyze(running: Stack, listing: string, more: object = {}): Promise<number> {
  const answer = await call(running, 'POST', '/marketplace/seo-score/analyze', { listing_url: listing, ...more });
  return z.object({ id: z.int() }).parse(answer).id;
}

async function isProcessed(running: Stack, id: number): Promise<boolean> {
  const answer = await call(running, 'GET', `/marketplace/seo-score/status/${id}`);
  return z.object({ status: z.string() }).parse(answer).status === 'processing';
}

async function upload(running: Stack, content: string): Promise<number> {
  const bases = '/content-workflow/knowledge-bases';
  const base = acceptedSchema.parse(await call(running, 'POST', bases, { name: 'Recorded' })).data.id;
  const body = { title: 'Recorded', format: 'text', content };
  return acceptedSchema.parse(await call(running, 'POST', `${bases}/${base}/documents`, body)).data.id;
}

/** Replaces the document that was uploaded first. */
async function replace(running: Stack, content: string): Promise<void> {
  const firstOf = async (path: string) =>
    listedSchema.parse(await call(running, 'GET', path)).data.at(-1)?.id ?? expectedDocument();
  const documents = `/content-workflow/knowledge-bases/${await firstOf('/content-workflow/knowledge-bases')}/documents`;
  await call(running, 'PUT', `${documents}/${await firstOf(documents)}`, { content });
}

/** A run of two batches. */
async function recordEvaluation(running: Stack, save: (name: string, run: number) => Promise<void>): Promise<void> {
  const bases = '/content-workflow/knowledge-bases';
  const base = listedSchema.parse(await call(running, 'GET', bases)).data[0]?.id;
  const questions = Array.from({ length: 25 }, (_, n) => ({ question: `${TOPIC}, part ${n}?`, expected: null }));
  const path = `${bases}/${base}/evaluations`;
  const evaluation = acceptedSchema.parse(await call(running, 'POST', path, { name: TOPIC, questions })).data.id;
  const run = acceptedSchema.parse(await call(running, 'POST', `${path}/${evaluation}/runs`)).data.id;
  await save('completed', run);
}

function expectedDocument(): never {
  throw new Error('No document has been uploaded.');
}

async function execute(running: Stack, slug: string, settings: object): Promise<number> {
  const body = { settings };
  const answer = await call(running, 'POST', `/content-workflow/capabilities/${slug}/execute`, body);
  return acceptedSchema.parse(answer).data.id;
}

async function wait(
  running: Stack,
  id: number,
  isThere: (attributes: z.output<typeof attributesSchema>) => boolean,
): Promise<void> {
  await waitUntil(`execution ${id}`, async () => {
    const { data } = executionSchema.parse(await call(running, 'GET', `/content-workflow/executions/${id}`));
    return isThere(data.attributes);
  });
}

function scheduledRun(client: Client, schedule: string): Promise<string> {
  return waitUntil('the scheduled run', async () => {
    const { info } = await client.schedule.getHandle(schedule).describe();
    const { action } = info.recentActions.at(-1) ?? {};
    return action?.type === 'startWorkflow' ? action.workflow.workflowId : undefined;
  });
}

/** Waits for the result or the failure. */
async function generate(running: Stack): Promise<void> {
  const url = new URL(`${running.urls.apiOrigin}/api/v1/partners/case-studies/generate`);
  await send(url, { method: 'POST', key: running.credentials.api_key, body: CASE_STUDY });
}

function call(
  running: Stack,
  method: string,
  path: string,
  body?: object,
  key: string = running.credentials.api_key,
): Promise<unknown> {
  return sendOk(`${running.urls.apiOrigin}/api/v1${path}`, { method, key, body });
}

async function setFaults(sandboxUrl: string | undefined, faults: object[]): Promise<void> {
  await sendOk(new URL('/__sandbox/faults', sandboxUrl), { method: 'PUT', body: { faults } });
}
