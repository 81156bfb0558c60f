import { expect, test } from '@jest/globals';
import { affectedBy } from './watch.ts';

test.each([
  ['domain/credits/ledger.ts', ['api', 'worker']],
  ['infra/ai/openai.ts', ['api', 'worker']],
  ['api/health/pages.ts', ['api']],
  ['api/openapi/examples.json', ['api']],
  ['workflows/execution/workflow.ts', ['worker']],
  ['workflows/execution/contract.ts', ['api', 'worker']],
  ['workflows/contracts.ts', ['api', 'worker']],
  ['activities/executions.ts', ['worker']],
  ['worker/queues.ts', ['worker']],
  ['sandbox/ai/answer.ts', ['sandbox_ai']],
  ['sandbox/marketplace/pages.ts', ['sandbox_marketplace']],
  ['sandbox/mail/catcher.ts', ['sandbox_mail']],
  ['sandbox/gateway/page.ts', ['sandbox_gateway']],
  ['sandbox/http.ts', ['sandbox_ai', 'sandbox_marketplace', 'sandbox_mail', 'sandbox_gateway']],
  ['infra/local/stack.ts', []],
  ['domain/credits/ledger.test.ts', []],
  ['domain/credits/.ledger.ts.swp', []],
  ['domain/credits/ledger.ts~', []],
  ['domain/credits', []],
])('%s is code of %j', (file, processes) => {
  expect(affectedBy(file)).toEqual({ processes });
});

test('a migration runs before the processes start again', () => {
  expect(affectedBy('infra/database/migrations/0050-x.ts')).toEqual({ processes: ['api', 'worker'], migrate: true });
});
