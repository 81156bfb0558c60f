import type { Command, CommandKind } from '../domain/kernel/command.ts';
import type { EngineCommand } from '../infra/temporal/engine-command.ts';
import { agentBatchMigrationCommands } from './agent-batch-migration/contract.ts';
import { agentChallengeCommands } from './agent-challenge/contract.ts';
import { agentDryRunCommands } from './agent-dry-run/contract.ts';
import { caseStudyGenerationCommands } from './case-study-generation/contract.ts';
import type { EngineCommands } from './commands.ts';
import { dryRunSessionCommands } from './dry-run-session/contract.ts';
import { executionCommands } from './execution/contract.ts';
import { invoiceBackfillCommands } from './invoice-backfill/contract.ts';
import { knowledgeDocumentCommands } from './knowledge-document/contract.ts';
import { marketplaceInvoiceCommands } from './marketplace-invoice/contract.ts';
import { paymentEventCommands } from './payment-event/contract.ts';
import { seoAnalysisCommands } from './seo-analysis/contract.ts';
import { triggerFiringCommands } from './trigger-firing/contract.ts';
import { triggerScheduleCommands } from './trigger-schedule/contract.ts';
import { webhookEndpointCommands } from './webhook-endpoint/contract.ts';

/** What each command of the outbox becomes; it does not compile while a kind is forgotten. */
const COMMANDS: EngineCommands<CommandKind> = {
  ...agentChallengeCommands,
  ...agentDryRunCommands,
  ...agentBatchMigrationCommands,
  ...caseStudyGenerationCommands,
  ...dryRunSessionCommands,
  ...executionCommands,
  ...paymentEventCommands,
  ...invoiceBackfillCommands,
  ...marketplaceInvoiceCommands,
  ...knowledgeDocumentCommands,
  ...seoAnalysisCommands,
  ...triggerFiringCommands,
  ...triggerScheduleCommands,
  ...webhookEndpointCommands,
};

type ToEngine = (command: Command, publicUrl: string) => EngineCommand;

/** What a command becomes on the engine: workflow, id, queue, attributes, priority. null for a kind that another release left. */
export function engineCommand(command: Command, publicUrl: string): EngineCommand | null {
  const toEngine = COMMANDS[command.kind] as ToEngine | undefined;
  return toEngine?.(command, publicUrl) ?? null;
}
