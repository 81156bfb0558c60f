import { PROGRAMS } from '../../infra/deploy/programs.ts';
import { runProgram } from '../../infra/local/services.ts';
import { freshId, genericEvent } from '../../sandbox/gateway/events.ts';
import { deliver } from '../../sandbox/gateway/server.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { DrillEnvironment } from '../faults/environment.ts';
import { openEndpoint } from '../faults/webhooks.ts';
import { expectAllCompleted, orderAll } from '../faults/work.ts';

const LIMIT_MS = 120_000;
/** Reads that use what PostgreSQL has of its own: full text, ranges, recursive and lateral queries, percentiles. */
const READS = [
  '/app/me',
  '/app/overview',
  '/app/usage-data',
  '/invoice-receipts',
  '/invoice-receipts/summary',
  '/invoice-receipts/credit-notes',
  '/content-workflow/capabilities',
  '/content-workflow/executions?per_page=5',
  '/content-workflow/kanban',
  '/content-workflow/agents',
  '/agents/audit',
  '/agents/audit/company-analytics',
  '/agents/audit/marketplace-metrics',
  '/agents/audit/capabilities',
  '/content-workflow/workflow-templates',
  '/content-workflow/workflow-triggers',
  '/content-workflow/brand-voices',
  '/content-workflow/knowledge-bases',
  '/content-workflow/guardrails',
  '/gtm-schedule/filters',
  '/gtm-schedule/campaigns',
  '/aiwriter/history',
  '/dry-run/sessions',
  '/partners/case-studies',
  '/partners/webhooks',
  '/marketplace/listings',
];

/** The flows of a partner, over HTTP: paid work, payments, webhooks, lists, the programs of operators. */
export async function smokeTest(environment: DrillEnvironment): Promise<void> {
  const { api, findings, query, stack, partnerId } = environment;
  await using endpoint = await openEndpoint(environment, 'content', ['content.generated']);
  const answers = await orderAll(environment, 24);
  await expectAllCompleted(environment, answers);
  await waitUntil('the webhooks to arrive', () => endpoint.receiver.received.length >= answers.length, {
    limitMs: LIMIT_MS,
  });

  const events = Array.from({ length: 10 }, () => {
    const purchase = { partner_id: partnerId, reference: freshId('order'), amount: '2.00', currency: 'USD' };
    return genericEvent('payment.succeeded', { ...purchase, credits: 100 }, new Date());
  });
  const secrets = stack.credentials.gateway_secrets ?? {};
  await deliver({ origin: stack.urls.apiOrigin, secrets }, 'generic', events);
  await waitUntil(
    'the payments to be applied',
    async () => {
      const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM payment_event WHERE status = 'applied'`);
      return row?.n === events.length;
    },
    { limitMs: LIMIT_MS },
  );

  const statuses: Record<string, number> = {};
  // Reads beside each other share the server's connections in any order.
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      READS.map(async (path) => {
        const { status } = await api.call('GET', path);
        if (status !== 200) statuses[path] = status;
      }),
    );
  }
  findings.equal('Lists that failed', statuses, {});

  const run = (program: keyof typeof PROGRAMS, ...args: string[]) =>
    runProgram(PROGRAMS[program], {
      args,
      env: stack.environment,
      logFile: `${stack.dataDir}/logs/${program}.log`,
      capture: true,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
  findings.equal('The comparison of the books', (await run('reconcile')).trim().split('\n'), [
    'Ledger, orders, use and invoices agree.',
  ]);
  findings.expect((await run('admin-key', '--name', 'matrix')).includes('adm_'), 'No administrator key was made.');
  const rotated = await run('rotate-secrets', '--check');
  findings.expect(rotated.includes('Nothing needs the earlier keys'), `The check of secrets says ${rotated}`);
  findings.note('executions', answers.length);
  findings.note('deliveries', endpoint.receiver.received.length);
}
