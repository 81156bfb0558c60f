import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { agentChallengeTable } from '../../domain/agent-audit/table.ts';
import { reportOf } from '../../domain/agent-evaluations/rules.ts';
import {
  agentEvaluationResultTable,
  agentEvaluationRunTable,
  agentEvaluationTable,
} from '../../domain/agent-evaluations/table.ts';
import { agentRevisionTable, agentTable } from '../../domain/agents/table.ts';
import { aiCallTable } from '../../domain/ai-calls/table.ts';
import { writerMessageTable, writerOutputTable, writerTemplateTable } from '../../domain/ai-writer/table.ts';
import { auditLogTable } from '../../domain/audit-log/table.ts';
import { brandVoiceProductTable, brandVoiceTable } from '../../domain/brand-voices/table.ts';
import { EVENT_CHANNELS, EVENT_TYPES } from '../../domain/capabilities/types.ts';
import { caseStudySubmissionTable, caseStudyTable } from '../../domain/case-studies/table.ts';
import { contentCommentTable } from '../../domain/content-comments/table.ts';
import { contentImageTable, contentPictureTable, IMAGE_SIZES } from '../../domain/content-images/table.ts';
import {
  contentItemTable,
  contentItemTagTable,
  contentItemVersionTable,
  contentTagTable,
} from '../../domain/content-items/table.ts';
import { MAX_ITEM_TAGS } from '../../domain/content-items/tag-schema.ts';
import { creditEntryTable } from '../../domain/credits/table.ts';
import { dryRunSessionEntryTable, dryRunSessionTable } from '../../domain/dry-run/table.ts';
import { executionExchangeTable, executionStepTable, executionTable } from '../../domain/executions/table.ts';
import { gtmCampaignTable, gtmEventTable, gtmSeriesTable } from '../../domain/gtm-schedule/table.ts';
import { creditNoteTable, invoiceTable } from '../../domain/invoices/table.ts';
import { LIMITS } from '../../domain/kernel/limits.ts';
import {
  knowledgeBaseTable,
  knowledgeDocumentTable,
  knowledgeDocumentVersionTable,
  knowledgePassageTable,
} from '../../domain/knowledge-bases/table.ts';
import { compare, MAX_CHANGED, resultOf } from '../../domain/knowledge-evaluations/rules.ts';
import {
  knowledgeEvaluationResultTable,
  knowledgeEvaluationRunTable,
  knowledgeEvaluationTable,
} from '../../domain/knowledge-evaluations/table.ts';
import { listingSnapshotTable, listingWatchTable } from '../../domain/listings/table.ts';
import { oauthClientTable } from '../../domain/oauth/table.ts';
import { orderTable } from '../../domain/orders/table.ts';
import { partnerTable } from '../../domain/partners/table.ts';
import { paymentEventTable } from '../../domain/payments/table.ts';
import { seoJobTable } from '../../domain/seo/table.ts';
import { usageRecordTable } from '../../domain/usage-records/table.ts';
import { userTable } from '../../domain/users/table.ts';
import { webhookAttemptTable, webhookDeliveryTable, webhookEndpointTable } from '../../domain/webhooks/table.ts';
import { workflowTemplateTable, workflowTemplateVersionTable } from '../../domain/workflow-templates/table.ts';
import { triggerFiringTable, workflowTriggerTable } from '../../domain/workflow-triggers/table.ts';
import { insertRecord } from '../../infra/database/records.ts';
import type { Queryable } from '../../infra/database/sql.ts';
import type { Column, Table } from '../../infra/database/table.ts';
import type { RouteName } from './http.ts';
import type { TestService } from './service.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const DAY = '2026-06-01';
/** Rows of each list: the most that one page has. */
const ROWS = 100;

/** As many of a character as have that many bytes as JSON. */
function inBytes(character: string, bytes: number): string {
  return character.repeat(Math.floor(bytes / (JSON.stringify(character).length - 2)));
}

/** A list with rows as large as the schemas allow: what its path names. */
export interface LargestRows {
  route: RouteName;
  params: Record<string, string | number>;
  query?: Record<string, string>;
}

type Values = Record<string, unknown>;

/**
 * Fills every list of a partner with rows of the greatest size, all texts made of one character. The text of columns
 * without a length is bounded by the schema of the input, which is given here.
 */
export async function fillLists({ deps }: TestService, partnerId: number, character: string): Promise<LargestRows[]> {
  const longest = (length: number) => character.repeat(length);
  const many = async (table: Table, values: (n: number) => Values, rows = ROWS): Promise<Values[]> =>
    insertAlike(
      deps.db,
      table,
      Array.from({ length: rows }, (_row, n) => ({
        ...filled(table, longest),
        partner_id: partnerOf(table, partnerId),
        ...values(n),
      })),
    );
  const idOf = ({ id }: Values) => Number(id);
  const [agent] = await many(
    agentTable,
    (n) => ({
      name: `${n}${longest(250)}`,
      capabilities: null,
      is_active: true,
      settings: { instructions: longest(4_000), banned_phrases: Array.from({ length: 50 }, () => longest(200)) },
      revision: 1,
    }),
    ROWS,
  );
  const agentId = idOf(agent ?? {});
  await many(agentRevisionTable, (n) => ({
    agent_id: agentId,
    revision: n + 100,
    settings: { instructions: longest(4_000) },
    changes: [{ field: 'settings.instructions', from: longest(4_000), to: longest(4_000) }],
  }));
  await many(agentChallengeTable, () => ({
    agent_id: agentId,
    categories: ['injection'],
    status: 'failed',
    report: null,
    error: longest(500),
    completed_at: NOW,
  }));
  await many(aiCallTable, () => ({ subject_type: null, subject_id: null }));
  await many(auditLogTable, () => ({ actor_kind: 'system', actor_id: null, details: { text: longest(20_000) } }));
  const executions = await many(executionTable, () => ({
    agent_id: agentId,
    settings: { topic: longest(20_000) },
    context: { passages: Array.from({ length: 10 }, () => longest(5_000)) },
    plan_summary: longest(5_000),
    trigger_id: null,
    trigger_chain: [],
    retried_from: null,
    lineage_id: null,
  }));
  await many(executionStepTable, (n) => ({
    execution_id: idOf(executions[0] ?? {}),
    key: `step_${n}`,
    position: n,
    depends_on: [],
    deliverable: null,
    output: null,
    reused_from: null,
    settings: null,
    feeds: null,
  }));
  await many(executionExchangeTable, (n) => ({
    execution_id: idOf(executions[0] ?? {}),
    step: `step_${n}`,
    prompt: longest(32_000),
    answer: longest(32_000),
  }));
  const item = (kanban_status: string) => ({
    execution_id: idOf(executions[0] ?? {}),
    step: null,
    assignee_id: null,
    reviewer_id: null,
    kanban_status,
    body: longest(200_000),
    version: 2,
    settled_at: NOW,
  });
  const [first] = await many(contentItemTable, () => item('generated'), 1);
  const items = await many(contentItemTable, () => ({ ...item('review'), body: '' }));
  // Names of tags are one line without control characters.
  const tags = await many(contentTagTable, (n) => ({ name: `${n}`.padStart(50, '語'), name_key: `${n}` }));
  await many(
    contentItemTagTable,
    (n) => ({ content_item_id: idOf(items[n % ROWS] ?? {}), content_tag_id: idOf(tags[Math.floor(n / ROWS)] ?? {}) }),
    MAX_ITEM_TAGS * ROWS,
  );
  const itemId = idOf(first ?? {});
  await many(contentItemVersionTable, (n) => ({ content_item_id: itemId, version: n + 1, body: longest(200_000) }));
  await many(contentCommentTable, () => ({
    content_item_id: itemId,
    parent_id: null,
    author_kind: 'user',
    author_id: Number.MAX_SAFE_INTEGER,
    body: longest(5_000),
    mentions: Array.from({ length: 20 }, () => Number.MAX_SAFE_INTEGER),
  }));
  const pictures = await many(contentPictureTable, (n) => ({
    content_hash: `${n}`,
    sizes: IMAGE_SIZES.map((name) => ({ name, width: 2_560, height: 2_560, bytes: 8_388_608 })),
  }));
  await many(contentImageTable, (n) => ({
    content_item_id: itemId,
    content_picture_id: idOf(pictures[n] ?? {}),
    reference: n,
  }));
  const [voice] = await many(brandVoiceTable, () => ({
    style_guide: longest(20_000),
    dos: Array.from({ length: 50 }, () => longest(200)),
    donts: Array.from({ length: 50 }, () => longest(200)),
  }));
  await many(brandVoiceProductTable, () => ({
    brand_voice_id: idOf(voice ?? {}),
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
        brief: inBytes(character, 8_000),
        task: inBytes(character, 8_000),
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
      message_id: idOf(messages[n >> 1] ?? {}),
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
  const caseStudyId = idOf(caseStudy ?? {});
  await many(caseStudySubmissionTable, () => ({ case_study_id: caseStudyId, status: 'returned', ended_at: NOW }));
  const [session] = await many(dryRunSessionTable, (n) => ({
    agent_id: agentId,
    token: `${n}`.padStart(48, 'a'),
    status: 'active',
    ended_at: null,
    expires_at: new Date('2100-01-01T00:00:00Z'),
    reset_at_entry: 0,
    persona: { name: longest(100), role: longest(200), goals: longest(1_000), tone: longest(100) },
    summary: null,
  }));
  await many(
    dryRunSessionEntryTable,
    (n) => ({
      session_id: idOf(session ?? {}),
      kind: 'message',
      status: 'done',
      content: longest(4_000),
      reply: longest(8_000),
      reply_id: 1_000_000 + n,
      client_message_id: null,
      credits: 1,
      completed_at: NOW,
      draft: null,
      persona: null,
      guardrails: null,
      error: null,
    }),
    50,
  );
  await many(gtmCampaignTable, () => ({ description: longest(20_000), start_date: DAY, end_date: DAY }));
  const [series] = await many(gtmSeriesTable, () => ({
    timezone: 'UTC',
    occurrence_count: 1,
    cancelled_from: null,
    import_uid: null,
  }));
  await many(gtmEventTable, (n) => ({
    series_id: idOf(series ?? {}),
    occurrence_at: new Date(NOW.getTime() + n),
    import_uid: null,
    id: `evt_${String(n).padStart(26, '0')}`,
    status: 'scheduled',
    description: longest(20_000),
    event_type: EVENT_TYPES[0],
    channel: EVENT_CHANNELS[0],
    campaign_id: null,
    content_item_id: null,
    execution_id: null,
    step: null,
    ordinal: null,
    cancelled_at: null,
    timezone: 'UTC',
  }));
  const [invoice] = await many(
    invoiceTable,
    (n) => ({
      number: `INV-2026-${String(n).padStart(6, '0')}`,
      job_id: null,
      status: 'open',
      billing_type: 'demo',
      currency: 'USD',
      subtotal_minor: 1,
      tax_minor: 0,
      total_minor: 1,
      total_amount: '0.01',
      paid_minor: 0,
      credited_minor: 0,
      excess_returned_minor: 0,
      period_start: null,
      period_end: null,
      paid_at: null,
      voided_at: null,
      is_rebilled: false,
      overdue_published_at: null,
      billing_address: longest(1_000),
    }),
    200,
  );
  await many(
    creditNoteTable,
    (n) => ({
      number: `CN-2026-${String(n).padStart(6, '0')}`,
      invoice_id: idOf(invoice ?? {}),
      currency: 'USD',
      origin: 'refund',
      reference: `${n}${longest(110)}`,
      amount_minor: 1,
      tax_minor: 0,
      tax_totals: null,
    }),
    200,
  );
  const templates = await many(workflowTemplateTable, (n) => ({
    slug: `largest_${String(n).padStart(3, '0')}`,
    name: `${n}`,
    description: '',
    version: 1,
    bytes: Math.floor(LIMITS.workflow_template_bytes.most / ROWS),
  }));
  // All of them together are as large as those of a partner may be.
  const share = LIMITS.workflow_template_bytes.most / ROWS - 400;
  const definition = {
    input: [
      { name: 'topic', type: 'string', required: true, description: '' },
      { name: 'kind', type: 'enum', required: false, description: '', values: [inBytes(character, share)] },
    ],
    steps: [
      { key: 'post', capability: 'blog_post', title: 'x', depends_on: [], optional: false, settings: {}, when: [] },
    ],
    example: {},
  };
  await many(workflowTemplateVersionTable, (n) => ({ template_id: idOf(templates[n] ?? {}), version: 1, definition }));
  await many(workflowTemplateVersionTable, (n) => ({
    template_id: idOf(templates[0] ?? {}),
    version: n + 2,
    definition,
  }));
  const [base] = await many(knowledgeBaseTable, () => ({ description: longest(2_000) }));
  const [document] = await many(knowledgeDocumentTable, () => ({
    knowledge_base_id: idOf(base ?? {}),
    status: 'failed',
    source: null,
    content_hash: createHash('sha256').update(randomUUID()).digest('hex'),
    embedding_space_id: null,
  }));
  await many(knowledgePassageTable, () => ({
    knowledge_base_id: idOf(base ?? {}),
    document_id: idOf(document ?? {}),
    text: longest(1_200),
    search: '',
  }));
  await many(knowledgeDocumentVersionTable, (n) => ({
    document_id: idOf(document ?? {}),
    version: n + 2,
    format: 'markdown',
    status: 'failed',
    source: null,
    content_hash: createHash('sha256').update(randomUUID()).digest('hex'),
  }));
  const prompt = {
    message: longest(2_000),
    must_say: Array.from({ length: 5 }, () => longest(200)),
    must_not_say: Array.from({ length: 5 }, () => longest(200)),
  };
  const [agentEvaluation] = await many(agentEvaluationTable, () => ({ prompts: [prompt] }));
  const [agentEvaluationRun] = await many(agentEvaluationRunTable, () => ({
    evaluation_id: idOf(agentEvaluation ?? {}),
    subjects: [1, 2].map((revision) => ({ agent_id: 1, revision })),
    status: 'completed',
    error: null,
    completed_at: NOW,
    report: reportOf([], 2),
  }));
  await many(agentEvaluationResultTable, (n) => ({
    run_id: idOf(agentEvaluationRun ?? {}),
    position: n + 1,
    subject: 1,
    prompt,
    verdict: 'lacks',
    passed: false,
    rules: [],
  }));
  const [evaluation] = await many(knowledgeEvaluationTable, () => ({
    knowledge_base_id: idOf(base ?? {}),
    questions: [{ question: longest(1_000), expected: null }],
  }));
  const [evaluationRun] = await many(knowledgeEvaluationRunTable, () => ({
    evaluation_id: idOf(evaluation ?? {}),
    status: 'completed',
    reason: null,
    completed_at: NOW,
    result: resultOf([]),
    comparison: {
      ...compare(1, [], []),
      changed: Array.from({ length: MAX_CHANGED }, () => ({
        position: 1,
        question: longest(200),
        was: { passed: true, hit_position: 1 },
        is: { passed: false, hit_position: null },
      })),
    },
  }));
  await many(knowledgeEvaluationResultTable, (n) => ({
    run_id: idOf(evaluationRun ?? {}),
    position: n + 1,
    expected: { document_id: 1, contains: longest(500) },
    found: Array.from({ length: 10 }, () => ({
      passage_id: 1,
      document_id: 1,
      title: longest(300),
      section: longest(300),
      rank: 0.5,
      is_expected: false,
    })),
    hit_position: null,
    passed: false,
  }));
  // What is read from pages has no control characters.
  const content = listingOf((length) => '€'.repeat(length));
  await many(listingSnapshotTable, (n) => ({ listing_id: `prod-${n}-largest`, content }));
  await many(listingWatchTable, (n) => ({ listing_id: `prod-${n}-largest` }));
  await many(seoJobTable, () => ({
    listing_id: 'prod-0-largest',
    status: 'completed',
    claim_token: null,
    error: null,
    result: {
      score: {
        overall_score: 1,
        grade: 'A',
        breakdown: { title: 1, description: 1, highlights: 1, keywords: 1, images: 1 },
        rubric_version: '1',
        recommendations: Array.from({ length: 30 }, () => ({ fix: longest(500) })),
      },
      content_analysis: null,
    },
  }));
  await many(oauthClientTable, (n) => ({
    client_id: `largest-${n}`,
    role: 'viewer',
    scopes: null,
    metadata: {
      grant_types: ['client_credentials'],
      redirect_uris: Array.from({ length: 10 }, () => `https://example.com/${'a'.repeat(1_900)}`),
    },
  }));
  await many(partnerTable, () => ({ billing_address: longest(1_000), tax_rate: '0.19', capabilities: null }));
  await many(orderTable, (n) => ({
    billing_type: 'demo',
    amount_minor: 1,
    currency: 'USD',
    reference: `${n}${longest(110)}`,
    invoice_id: null,
  }));
  await many(usageRecordTable, (n) => ({
    quantity: '1',
    unit_price: '1',
    currency: 'USD',
    reference: `${n}${longest(110)}`,
    invoice_id: null,
  }));
  await many(creditEntryTable, (n) => ({
    kind: 'grant',
    amount: 1,
    reference: `${n}${longest(110)}`,
    lineage_id: null,
  }));
  await many(paymentEventTable, (n) => ({
    gateway: 'generic',
    event_id: `${n}`,
    status: 'ignored',
    kind: null,
    fact: null,
    subject: null,
  }));
  await many(userTable, (n) => ({ email: `${n}@example.com`, external_subject: `largest-${n}`, role: 'viewer' }));
  const [endpoint] = await many(webhookEndpointTable, () => ({
    url: `https://example.com/${'a'.repeat(2_028)}`,
    events: ['cosell.created', 'cosell.updated'],
    previous_secret: null,
    secret_unreadable_at: null,
    deleted_at: null,
  }));
  const deliveries = await many(webhookDeliveryTable, (n) => ({
    endpoint_id: idOf(endpoint ?? {}),
    event_id: `evt_${String(n).padStart(26, '0')}`,
    event_type: 'cosell.created',
    status: 'failed',
    lease_instance: null,
    last_response_code: 500,
  }));
  await many(webhookAttemptTable, (n) => ({
    delivery_id: idOf(deliveries[0] ?? {}),
    number: n + 1,
    response_excerpt: longest(16_384),
    response_code: 500,
  }));
  const [trigger] = await many(workflowTriggerTable, (n) => ({
    type: 'event',
    cron: null,
    timezone: null,
    event_name: 'cosell.created',
    filter: { stage: longest(500) },
    mapping: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`setting_${index}`, longest(200)])),
    pause_after_failures: 20,
    input: { topic: longest(60_000 / Buffer.byteLength(JSON.stringify(character).slice(1, -1))) },
    template_slug: null,
    capability_slug: 'faq',
    pause_reason: null,
    user_id: null,
    client_id: null,
    lineage_id: null,
    last_result: 'fired',
    name: `${n}${longest(100)}`,
  }));
  await many(triggerFiringTable, (n) => ({
    trigger_id: idOf(trigger ?? {}),
    occurrence: `${n}`,
    event_id: null,
    chain: [1, 2, 3],
    status: 'fired',
    result: 'fired',
    execution_id: null,
  }));
  const partner = { partner_id: partnerId };
  return [
    { route: 'GET /3pi-partners', params: {} },
    { route: 'GET /3pi-partners/{partner_id}/users', params: partner },
    { route: 'GET /3pi-partners/{partner_id}/oauth-clients', params: partner },
    { route: 'GET /3pi-partners/payment-events', params: {} },
    { route: 'GET /3pi-partners/invoices', params: {} },
    { route: 'GET /3pi-partners/orders', params: {} },
    { route: 'GET /3pi-partners/usage-records', params: {} },
    { route: 'GET /3pi-partners/ledger-entries', params: {} },
    { route: 'GET /3pi-partners/{partner_id}/audit-log', params: partner },
    { route: 'GET /3pi-partners/{partner_id}/ai-calls', params: partner },
    { route: 'GET /invoice-receipts', params: {} },
    { route: 'GET /invoice-receipts/credit-notes', params: {} },
    { route: 'GET /content-workflow/executions', params: {} },
    { route: 'GET /content-workflow/executions/{id}/exchanges', params: { id: idOf(executions[0] ?? {}) } },
    { route: 'GET /content-workflow/kanban', params: {} },
    { route: 'GET /content-workflow/content-items', params: {} },
    { route: 'GET /content-workflow/content-tags', params: {} },
    { route: 'GET /content-workflow/content-items/{id}/versions', params: { id: itemId } },
    { route: 'GET /content-workflow/content-items/{id}/comments', params: { id: itemId } },
    { route: 'GET /content-workflow/content-items/{id}/images', params: { id: itemId } },
    { route: 'GET /content-workflow/agents', params: {} },
    { route: 'GET /agents/audit', params: {} },
    { route: 'GET /agents/audit/{agent}/history', params: { agent: agentId } },
    { route: 'GET /agents/audit/{agent}/challenges', params: { agent: agentId } },
    { route: 'GET /content-workflow/workflow-templates', params: {} },
    { route: 'GET /content-workflow/workflow-templates/{slug}/versions', params: { slug: 'largest_000' } },
    { route: 'GET /content-workflow/workflow-triggers', params: {} },
    { route: 'GET /content-workflow/workflow-triggers/{id}/firings', params: { id: idOf(trigger ?? {}) } },
    { route: 'GET /content-workflow/brand-voices', params: {} },
    { route: 'GET /content-workflow/knowledge-bases', params: {} },
    { route: 'GET /content-workflow/knowledge-bases/{id}/documents', params: { id: idOf(base ?? {}) } },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/passages',
      params: { id: idOf(base ?? {}), document: idOf(document ?? {}) },
    },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/documents/{document}/versions',
      params: { id: idOf(base ?? {}), document: idOf(document ?? {}) },
    },
    { route: 'GET /content-workflow/agent-evaluations', params: {} },
    { route: 'GET /content-workflow/agent-evaluations/{id}/runs', params: { id: idOf(agentEvaluation ?? {}) } },
    {
      route: 'GET /content-workflow/agent-evaluations/{id}/runs/{run}/results',
      params: { id: idOf(agentEvaluation ?? {}), run: idOf(agentEvaluationRun ?? {}) },
    },
    { route: 'GET /content-workflow/knowledge-bases/{id}/evaluations', params: { id: idOf(base ?? {}) } },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs',
      params: { id: idOf(base ?? {}), evaluation: idOf(evaluation ?? {}) },
    },
    {
      route: 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}/results',
      params: { id: idOf(base ?? {}), evaluation: idOf(evaluation ?? {}), run: idOf(evaluationRun ?? {}) },
    },
    { route: 'GET /gtm-schedule/events', params: {}, query: { start_date: DAY, end_date: DAY } },
    { route: 'GET /gtm-schedule/campaigns', params: {} },
    { route: 'GET /gtm-schedule/series', params: {} },
    { route: 'GET /gtm-schedule/series/{id}/events', params: { id: idOf(series ?? {}) } },
    { route: 'GET /aiwriter/history', params: {} },
    { route: 'GET /aiwriter/templates', params: {} },
    { route: 'GET /dry-run/sessions', params: {} },
    { route: 'GET /dry-run/sessions/{token}', params: { token: String(session?.['token']) } },
    { route: 'GET /partners/case-studies', params: {} },
    { route: 'GET /partners/case-studies/{id}/submissions', params: { id: caseStudyId } },
    { route: 'GET /partners/webhooks', params: {} },
    { route: 'GET /partners/webhooks/{id}/deliveries', params: { id: idOf(endpoint ?? {}) } },
    {
      route: 'GET /partners/webhooks/{id}/deliveries/{evt}/attempts',
      params: { id: idOf(endpoint ?? {}), evt: String(deliveries[0]?.['event_id']) },
    },
    { route: 'GET /marketplace/listings', params: {} },
    { route: 'GET /marketplace/listings/{listingId}/scores', params: { listingId: 'prod-0-largest' } },
  ];
}

/**
 * Inserts rows that have most values in common; returns the first as stored, and the keys of the others. The database copies what they
 * share from the first row: it is sent and compressed once.
 */
async function insertAlike(db: Queryable, table: Table, rows: Values[]): Promise<Values[]> {
  const [first = {}, ...others] = rows;
  const stored: Values = await insertRecord(db, table, first);
  if (others.length === 0) return [stored];
  const quoted = (names: string[]) => names.map((name) => `"${name}"`).join();
  const keys = Object.keys(table.columns).filter((name) => table.columns[name]?.options.primary);
  const names = Object.keys(first).filter((name) => first[name] !== undefined);
  const own = names.filter((name) => others.some((row) => !isDeepStrictEqual(row[name], first[name])));
  const values = names.map((name) => (own.includes(name) ? `own."${name}"` : `first."${name}"`));
  const made = (await db.query(
    `INSERT INTO ${table.name} (${quoted(names)}) SELECT ${values.join()}
     FROM jsonb_populate_recordset(NULL::${table.name}, $1) AS own, ${table.name} AS first
     WHERE ${keys.map((name, index) => `first."${name}" = $${index + 2}`).join(' AND ')} RETURNING ${quoted(keys)}`,
    [
      JSON.stringify(others.map((row) => Object.fromEntries(own.map((name) => [name, jsonOf(row[name])])))),
      ...keys.map((name) => stored[name]),
    ],
  )) as Values[];
  if (made.length !== others.length) throw new Error(`${table.name} has ${made.length} of ${others.length} rows.`);
  return [stored, ...made];
}

/** As the database reads a value of JSON: bytes in hexadecimal digits. */
function jsonOf(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

function partnerOf({ columns }: Table, partnerId: number): number | undefined {
  return columns['partner_id'] ? partnerId : undefined;
}

/** A value for each column of a table: of texts the longest. */
function filled({ columns }: Table, longest: (length: number) => string): Values {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => {
      const value = largest(column, longest);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function largest({ options, values }: Column<unknown>, longest: (length: number) => string): unknown {
  const { type, length = 0, generated, array } = options;
  if (generated || type === 'tsvector') return undefined;
  if (values) return values[0];
  if (array) return [];
  switch (type) {
    case 'varchar':
      return longest(length);
    case 'text':
      return longest(100);
    case 'jsonb':
      return {};
    case 'timestamptz':
      return NOW;
    case 'date':
      return DAY;
    case 'uuid':
      return randomUUID();
    case 'boolean':
      return false;
    case 'bytea':
      return Buffer.from(randomUUID());
    case 'numeric':
      return '1';
    default:
      return 1;
  }
}

function listingOf(longest: (length: number) => string) {
  return {
    title: longest(5_000),
    shortDescription: longest(20_000),
    longDescription: { text: longest(200_000), headings: 1, paragraphs: 1, bulletItems: 1 },
    highlights: [longest(5_000), longest(5_000)],
    keywords: [longest(1_000)],
    categories: [longest(200)],
    vendor: longest(200),
    logo: null,
    media: [],
    publishedAt: null,
  };
}
