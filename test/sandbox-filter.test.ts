import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { listAgentChallenges } from '../domain/agent-audit/operations/reads.ts';
import { createMessage } from '../domain/ai-writer/operations/create-message.ts';
import { listMessages } from '../domain/ai-writer/operations/reads.ts';
import { createCaseStudy } from '../domain/case-studies/operations/create-case-study.ts';
import { listCaseStudies } from '../domain/case-studies/operations/reads.ts';
import { showBoard } from '../domain/content-items/operations/reads.ts';
import { insertText } from '../domain/content-items/store.ts';
import { listSessions } from '../domain/dry-run/operations/reads.ts';
import { startSession } from '../domain/dry-run/operations/start-session.ts';
import { listExecutions } from '../domain/executions/operations/reads.ts';
import { createEvent } from '../domain/gtm-schedule/operations/create-event.ts';
import { listEvents } from '../domain/gtm-schedule/operations/reads.ts';
import { type Call, isSandbox } from '../domain/kernel/call.ts';
import { partnerOf } from '../domain/kernel/invoke.ts';
import type { Page } from '../domain/kernel/page.ts';
import { addDocument } from '../domain/knowledge-bases/operations/add-document.ts';
import { createKnowledgeBase } from '../domain/knowledge-bases/operations/create-knowledge-base.ts';
import { listDocuments } from '../domain/knowledge-bases/operations/reads.ts';
import { listScores } from '../domain/seo/operations/reads.ts';
import { createTrigger } from '../domain/workflow-triggers/operations/create-trigger.ts';
import { listTriggers } from '../domain/workflow-triggers/operations/reads.ts';
import { CASE_STUDY } from './environment/case-study-body.ts';
import { type ExecutionFlow, startExecutionFlow } from './environment/execution-flow.ts';
import { ON_EVENT } from './environment/workflow-triggers.ts';

jest.setTimeout(60_000);

const LISTING = 'prodview-sandbox';
const DAYS = { start_date: '2026-05-01', end_date: '2026-05-31' };
const EVENT = { title: 'Launch', scheduled_at: '2026-05-04T09:00:00Z', event_type: 'webinar', channel: 'email' };

let flow: ExecutionFlow;
let production: Call;
let sandbox: Call;
let agent: number;
let base: number;
beforeAll(async () => {
  flow = await startExecutionFlow();
  const owner = await flow.createOwner();
  production = owner.call;
  sandbox = (await flow.service.createKey(owner.partner, { sandbox: true })).call;
  [{ id: agent }] = await flow.service.dataSource.query(`SELECT id FROM agent WHERE partner_id = $1 LIMIT 1`, [
    owner.partner.id,
  ]);
  base = (await flow.service.run(production, createKnowledgeBase, { input: { name: 'Base' } })).id;
  await insertRows(owner.partner.id);
});
afterAll(() => flow.stop());

/** Records that workflows make. */
async function insertRows(partnerId: number): Promise<void> {
  const { dataSource } = flow.service;
  await dataSource.query(
    `INSERT INTO listing_snapshot (listing_id, content, fetched_at, changed_at) VALUES ($1, '{}', now(), now())`,
    [LISTING],
  );
  await dataSource.query(`INSERT INTO listing_watch (partner_id, listing_id, created_at) VALUES ($1, $2, now())`, [
    partnerId,
    LISTING,
  ]);
  for (const marked of [true, false]) {
    await dataSource.query(
      `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                            include_content_analysis, sandbox, status, result, created_at, completed_at, updated_at)
       VALUES (gen_random_uuid(), $1, $2, 'c', 'b', 'd.example', false, false, $3, 'completed', $4, now(), now(), now())`,
      [
        partnerId,
        LISTING,
        marked,
        JSON.stringify({ score: { overall_score: 1, grade: 'F', breakdown: {}, rubric_version: '1' } }),
      ],
    );
    await dataSource.query(
      `INSERT INTO agent_challenge (row_key, partner_id, agent_id, agent_revision, config_version, categories, prompt_set, total,
                                    sandbox, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $2, 1, 1, '[]', '1', 1, $3, now(), now())`,
      [partnerId, agent, marked],
    );
  }
}

type Filter = { sandbox?: boolean };

/** How a record is made with a key, where that takes no workflow; and its list. */
const LISTS: [string, ((call: Call) => Promise<unknown>) | null, (input: Filter) => Promise<Page<unknown>>][] = [
  ['executions', (call) => flow.accept(call), (input) => flow.service.run(production, listExecutions, { input })],
  [
    'executions of a status',
    null,
    (input) => flow.service.run(production, listExecutions, { input: { ...input, status: 'pending' } }),
  ],
  [
    'items on the board',
    // The executions of this list have not settled.
    (call) =>
      flow.service.deps.transaction(call, (tx) =>
        insertText(
          tx.em,
          tx.now,
          { partnerId: partnerOf(call), kanbanStatus: 'generated', sandbox: isSandbox(call), savedBy: 'test' },
          { title: 'Post', content_type: 'social_post', body: 'Text' },
        ),
      ),
    async (input) => {
      const board = await flow.service.run(production, showBoard, { input });
      return board.get('generated') ?? { rows: [], total: 0, page: 1, per_page: 1 };
    },
  ],
  [
    'case studies',
    (call) => flow.service.run(call, createCaseStudy, { input: CASE_STUDY }),
    (input) => flow.service.run(production, listCaseStudies, { input }),
  ],
  [
    'case studies of a status',
    null,
    (input) => flow.service.run(production, listCaseStudies, { input: { ...input, status: 'draft' } }),
  ],
  [
    'dry-run sessions',
    (call) => flow.service.run(call, startSession, { input: { agent_id: agent } }),
    (input) => flow.service.run(production, listSessions, { input }),
  ],
  [
    'messages of the writer',
    (call) =>
      flow.service.run(call, createMessage, { input: { post_type: 'post_generator', description: 'Audit trails' } }),
    (input) => flow.service.run(production, listMessages, { input }),
  ],
  [
    'triggers',
    (call) => flow.service.run(call, createTrigger, { input: ON_EVENT }),
    (input) => flow.service.run(production, listTriggers, { input }),
  ],
  [
    'events of the schedule',
    (call) => flow.service.run(call, createEvent, { input: EVENT }),
    (input) => flow.service.run(production, listEvents, { input: { ...DAYS, ...input } }),
  ],
  [
    'documents of a knowledge base',
    (call) =>
      flow.service.run(call, addDocument, {
        params: { id: base },
        input: { title: 'Document', format: 'text', content: 'Audit trails' },
      }),
    (input) => flow.service.run(production, listDocuments, { params: { id: base }, input }),
  ],
  [
    'scores of a listing',
    null,
    (input) => flow.service.run(production, listScores, { params: { listingId: LISTING }, input }),
  ],
  ['challenges', null, (input) => flow.service.run(production, listAgentChallenges, { params: { agent }, input })],
];

test.each(LISTS)('%s can be narrowed to those of sandbox keys, or to the others', async (_name, create, list) => {
  for (const call of [production, sandbox]) await create?.(call);
  const marksIn = async (input: Filter) => {
    const { rows, total } = await list(input);
    return { total, marks: rows.map((row) => (row as { sandbox: boolean }).sandbox) };
  };
  expect((await marksIn({})).marks.toSorted()).toEqual([false, true]);
  expect(await marksIn({ sandbox: true })).toEqual({ total: 1, marks: [true] });
  expect(await marksIn({ sandbox: false })).toEqual({ total: 1, marks: [false] });
});
