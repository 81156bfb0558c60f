import { agentEvaluationWithRun } from './agent-evaluations.ts';
import { createAgent } from './agents.ts';
import { createBrandVoice } from './brand-voices.ts';
import { createCaseStudy } from './case-studies.ts';
import { startSession } from './dry-run.ts';
import { complete } from './executions.ts';
import { backfill, reportOrder } from './invoices.ts';
import { createKnowledgeBase, documentsOf, passagesOf } from './knowledge-bases.ts';
import { createEvaluation, runOf } from './knowledge-evaluations.ts';
import type { Partner } from './partners.ts';
import { startReceiver } from './receiver.ts';
import { createWebhook, delivered, publish } from './webhooks.ts';
import { createWorkflowTemplate } from './workflow-templates.ts';
import { createTrigger } from './workflow-triggers.ts';

/** Fills a partner's account and returns the address of each view of the console, with something to show. */
export async function consolePlaces(partner: Partner): Promise<string[]> {
  const settings = { topic: 'Pages that appear at once' };
  const execution = await complete(partner, 'blog_post', { settings });
  const [item] = execution.attributes.generated_assets;
  const voice = await createBrandVoice(partner);
  const knowledge = await createKnowledgeBase(partner, { 'a.txt': 'Pages that appear at once keep their readers.' });
  const answer = await complete(partner, 'knowledge_base_query', { settings: { query: 'What keeps its readers?' } });
  const [document] = await documentsOf(partner, knowledge);
  const [passage] = await passagesOf(partner, knowledge, document?.id ?? 0);
  const evaluation = await createEvaluation(partner, knowledge, document?.id ?? 0, 'keep their readers');
  const run = await runOf(partner, { id: knowledge, evaluation });
  const study = await createCaseStudy(partner);
  const trigger = await createTrigger(partner);
  const template = await createWorkflowTemplate(partner);
  const agent = await createAgent(partner);
  const session = await startSession(partner);
  const compared = await agentEvaluationWithRun(partner, agent.id);
  await reportOrder(partner);
  const [invoice = ''] = await backfill(partner);
  await using receiver = await startReceiver();
  const webhook = await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
  const evt = await publish(partner, 'cosell.updated', { opportunity_id: 'opp-1' });
  await delivered(partner, webhook.id, evt);
  return [
    '/',
    '/capabilities',
    '/capabilities/blog_post',
    '/executions',
    `/executions/${execution.id}`,
    '/writer',
    '/writer/history',
    '/writer/templates/new',
    '/writer/post_generator',
    '/case-studies',
    '/case-studies/new',
    `/case-studies/${study.id}`,
    '/templates',
    '/templates/feature_announcement',
    '/templates/own/new',
    `/templates/${template}`,
    `/templates/${template}/edit`,
    `/templates/${template}/versions`,
    '/brand-voices',
    '/brand-voices/new',
    `/brand-voices/${voice.id}`,
    '/guardrails',
    '/knowledge',
    `/knowledge/${knowledge}`,
    `/knowledge/${knowledge}/documents/${document?.id}`,
    `/knowledge/${knowledge}/documents/${document?.id}?passage=${passage?.id}`,
    `/knowledge/${knowledge}/documents/${document?.id}?tab=versions`,
    `/knowledge/${knowledge}/evaluations`,
    `/knowledge/${knowledge}/evaluations/new`,
    `/knowledge/${knowledge}/evaluations/${evaluation}`,
    `/knowledge/${knowledge}/evaluations/${evaluation}/edit`,
    `/knowledge/${knowledge}/evaluations/${evaluation}/runs/${run}`,
    `/knowledge/ask?execution=${answer.id}`,
    '/board',
    '/content',
    '/content/new',
    '/content/trash',
    `/content/${item?.id}`,
    `/content/${item?.id}?review=true`,
    '/calendar',
    '/calendar?event=new',
    '/calendar/series',
    '/triggers',
    '/triggers/new',
    `/triggers/${trigger}`,
    `/triggers/${trigger}/edit`,
    '/listings',
    '/agents',
    `/agents/${agent.id}`,
    `/agents/${agent.id}/dry-runs/${session.id}`,
    '/agents/evaluations',
    '/agents/evaluations/new',
    `/agents/evaluations/${compared.id}`,
    `/agents/evaluations/${compared.id}/edit`,
    `/agents/evaluations/${compared.id}/runs/${compared.run}`,
    '/invoices',
    '/invoices/credit-notes',
    '/invoices/identity',
    '/usage',
    `/invoices/${invoice}`,
    '/webhooks',
    '/webhooks/new',
    '/webhooks/events',
    `/webhooks/${webhook.id}`,
    `/webhooks/${webhook.id}/deliveries/${evt}`,
    '/connected-applications',
  ];
}
