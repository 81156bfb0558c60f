import { Client, Connection } from '@temporalio/client';
import { startStack } from '../../infra/local/stack.ts';
import { MONTHLY_INVOICES } from '../../workflows/monthly-invoices/contract.ts';
import { RECONCILIATION } from '../../workflows/reconciliation/contract.ts';
import { RETENTION } from '../../workflows/retention/contract.ts';
import { Recorder } from './recorder.ts';
import { recordAgentAudits, recordAgentMigration } from './recordings/agents.ts';
import { recordCaseStudies } from './recordings/case-studies.ts';
import { recordDryRuns } from './recordings/dry-runs.ts';
import { recordExecutions, recordStoppedExecutions } from './recordings/executions.ts';
import { recordInvoices } from './recordings/invoices.ts';
import { recordKnowledge } from './recordings/knowledge.ts';
import { recordMails } from './recordings/mails.ts';
import { recordPayments } from './recordings/payments.ts';
import { recordAnalyses } from './recordings/seo.ts';
import { recordTriggers } from './recordings/triggers.ts';
import { recordWebhooks } from './recordings/webhooks.ts';

/**
 * Records the histories that the replay test replays: `npm run record`. Histories that exist are kept as they are, since
 * released code made them: when a workflow changes its commands, give its history a new name here and run the script. The
 * database is new, so rows are numbered from 1.
 */
async function record(recorder: Recorder): Promise<void> {
  // Before anything fails, of which people are mailed, too.
  await recordMails(recorder);
  await recordDryRuns(recorder);
  await recordKnowledge(recorder);
  await recordAgentMigration(recorder);
  await recordExecutions(recorder);
  await recordTriggers(recorder);
  await recordStoppedExecutions(recorder);
  await recordWebhooks(recorder);
  await recordAnalyses(recorder);
  await recordCaseStudies(recorder);
  await recordAgentAudits(recorder);
  await recordPayments(recorder);
  await recordInvoices(recorder);
  await recorder.saveScheduled(MONTHLY_INVOICES.workflow, 'one-page', MONTHLY_INVOICES.schedule.id);
  await recorder.saveScheduled(RECONCILIATION.workflow, 'one-slice', RECONCILIATION.schedule.id);
  await recorder.saveScheduled(RETENTION.workflow, 'tables-from-activity', RETENTION.schedule.id);
}

const stack = await startStack({
  sandboxAiLatencyMs: 0,
  serviceEnvironment: { EMBEDDINGS_MODEL: 'marketwright-sandbox-embeddings' },
});
const connection = await Connection.connect({ address: stack.urls.temporalAddress ?? '' });
try {
  await record(new Recorder(stack, new Client({ connection })));
} finally {
  await connection.close();
  await stack.stop();
}
