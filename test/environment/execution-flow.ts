import type { z } from 'zod';
import { grantCredits } from '../../domain/credits/ledger.ts';
import { executeCapability } from '../../domain/executions/operations/execute-capability.ts';
import type { ExecutionSummary } from '../../domain/executions/rules.ts';
import { beginExecution } from '../../domain/executions/steps/begin-execution.ts';
import { planExecution } from '../../domain/executions/steps/plan-execution.ts';
import { runExecutionStep } from '../../domain/executions/steps/run-execution-step.ts';
import { settleExecution } from '../../domain/executions/steps/settle-execution.ts';
import type { ExecutionRow } from '../../domain/executions/table.ts';
import type { Call } from '../../domain/kernel/call.ts';
import { perform } from '../../domain/kernel/step.ts';
import { indexPlatform } from '../../domain/knowledge-bases/steps/index-platform.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { createAi } from '../../infra/ai/openai.ts';
import { startSandboxAi } from '../../sandbox/ai/server.ts';
import { startTestService, type TestService } from './service.ts';

/** A partner with credits, and a call that came with a key of it. */
export interface Owner {
  partner: Partner;
  call: Call;
}

/** A line of the audit log. */
interface Audited {
  action: string;
  resource_id: string;
  details: unknown;
}

/** Executions that a test runs itself, step by step, with the sandbox AI. */
export interface ExecutionFlow {
  service: TestService;
  createOwner(credits?: number, keySettings?: object): Promise<Owner>;
  /** Executes a capability; a short answer where none is named. */
  accept(call: Call, slug?: string, body?: object): Promise<ExecutionSummary>;
  /** Begins and plans; returns the keys of the steps that are left. */
  plan(execution: ExecutionSummary): Promise<string[]>;
  runStep(execution: ExecutionSummary, key: string): Promise<z.output<typeof runExecutionStep.output>>;
  /** Runs all steps; settles where none was left to do so. */
  complete(execution: ExecutionSummary): Promise<void>;
  rowOf(id: number): Promise<ExecutionRow>;
  /** Available and held credits. */
  creditsOf(partner: Partner): Promise<{ balance: number; held: number }>;
  /** What the audit log has of a partner's records of a type. */
  auditOf(partner: Partner, type: string): Promise<Audited[]>;
  /** Records the partner's change events from now on. */
  follow(partner: Partner): Promise<void>;
  changesOf(partner: Partner): Promise<{ kind: string; uri: string | null }[]>;
  stop(): Promise<void>;
}

/** The reference to an execution in the steps of its flow. */
export function referenceTo({ id, row_key }: ExecutionRow): { executionId: number; rowKey: string } {
  return { executionId: id, rowKey: row_key };
}

/** Starts a database with the product's tables, and the sandbox AI. */
export async function startExecutionFlow(): Promise<ExecutionFlow> {
  const [service, sandboxAi] = await Promise.all([startTestService(), startSandboxAi({ port: 0 })]);
  const provider = { baseUrl: `${sandboxAi.url}/v1`, apiKey: 'test', model: 'marketwright-sandbox' };
  service.deps.ai = createAi({ provider, sandbox: provider, timeoutMs: 10_000 });
  const { deps, dataSource } = service;
  // The document for short answers.
  const page = { title: 'Credits', content: '# Credits\n\nA credit is what work costs. Every partner has some.' };
  await perform(deps, indexPlatform, { pages: [page] });
  const flow: ExecutionFlow = {
    service,
    async createOwner(credits = 100, keySettings = {}) {
      const partner = await service.createPartner();
      if (credits > 0) {
        await deps.transaction(service.admin, (tx) =>
          grantCredits(tx, { partnerId: partner.id, kind: 'grant', amount: credits, reference: 'start', reason: null }),
        );
      }
      return { partner, call: (await service.createKey(partner, keySettings)).call };
    },
    accept: (call, slug = 'platform_knowledge_query', body = { settings: { query: 'What is a credit?' } }) =>
      service.run(call, executeCapability, { params: { slug }, input: body }),
    async plan(execution) {
      await perform(deps, beginExecution, referenceTo(execution));
      const planned = await perform(deps, planExecution, referenceTo(execution));
      return planned?.steps.map(({ key }) => key) ?? [];
    },
    runStep: (execution, key) => perform(deps, runExecutionStep, { ...referenceTo(execution), key }),
    async complete(execution) {
      for (const key of await flow.plan(execution)) await flow.runStep(execution, key);
      await perform(deps, settleExecution, referenceTo(execution));
    },
    async rowOf(id) {
      const [row] = await dataSource.query('SELECT * FROM execution WHERE id = $1', [id]);
      return row;
    },
    async creditsOf({ id }) {
      const [row] = await dataSource.query('SELECT balance, held FROM credit_account WHERE partner_id = $1', [id]);
      return row;
    },
    auditOf: ({ id }, type) =>
      dataSource.query(
        'SELECT action, resource_id, details FROM audit_log WHERE partner_id = $1 AND resource_type = $2 ORDER BY id',
        [id, type],
      ),
    follow: async ({ id }) => {
      await dataSource.query(
        `INSERT INTO mcp_feed (partner_id, sequence, followed_until) VALUES ($1, 0, now() + interval '1 hour')`,
        [id],
      );
    },
    changesOf: ({ id }) =>
      dataSource.query('SELECT kind, uri FROM mcp_change WHERE partner_id = $1 ORDER BY sequence', [id]),
    async stop() {
      await service.stop();
      await sandboxAi.close();
    },
  };
  return flow;
}
