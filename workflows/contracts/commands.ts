import type { Command } from '../../domain/kernel/command.ts';
import type { EngineCommand } from '../../infra/temporal/engine-command.ts';
import { EXECUTION_WORKFLOW, executionWorkflowId } from './execution.ts';
import { MAIN_QUEUE } from './queues.ts';
import { SEO_ANALYSIS_WORKFLOW, seoAnalysisWorkflowId } from './seo-analysis.ts';
import {
  TAKE_OVER_SIGNAL,
  WAKE_SIGNAL,
  WEBHOOK_ENDPOINT_WORKFLOW,
  webhookEndpointWorkflowId,
} from './webhook-endpoint.ts';

/** Temporal's priority keys, 1 first to 5 last. */
const PRIORITY_KEYS = { urgent: 1, high: 2, normal: 3, low: 4 } as const;

/** The one table that says what each command of the outbox becomes: workflow, id, queue, attributes, priority. */
export function engineCommand(command: Command, publicUrl: string): EngineCommand {
  switch (command.kind) {
    case 'execution.start':
      return {
        action: 'start',
        workflowType: EXECUTION_WORKFLOW,
        workflowId: executionWorkflowId(command.executionId),
        taskQueue: MAIN_QUEUE,
        args: [{ executionId: command.executionId, rowKey: command.rowKey }],
        rowKey: command.rowKey,
        memo: {
          requestId: command.requestId,
          link: `${publicUrl}/api/v1/content-workflow/executions/${command.executionId}`,
        },
        keywords: {
          MwPartnerId: String(command.partnerId),
          MwResourceId: `execution:${command.executionId}`,
          MwCapability: command.capability,
        },
        summary: `${command.capability} for partner ${command.partnerId}`,
        details: `Execution ${command.executionId}, priority ${command.priority}. Safe to cancel or terminate: nothing is charged then.`,
        priority: { priorityKey: PRIORITY_KEYS[command.priority], fairnessKey: `partner-${command.partnerId}` },
      };
    case 'execution.cancel':
      return { action: 'cancel', workflowId: executionWorkflowId(command.executionId), rowKey: command.rowKey };
    case 'seo.start':
      return {
        action: 'start',
        workflowType: SEO_ANALYSIS_WORKFLOW,
        workflowId: seoAnalysisWorkflowId(command.jobId),
        taskQueue: MAIN_QUEUE,
        args: [{ jobId: command.jobId, rowKey: command.rowKey }],
        rowKey: command.rowKey,
        memo: {
          requestId: command.requestId,
          link: `${publicUrl}/api/v1/marketplace/seo-score/status/${command.jobId}`,
        },
        keywords: {
          MwPartnerId: String(command.partnerId),
          MwResourceId: `seo_job:${command.jobId}`,
          MwCapability: 'seo_analysis',
        },
        summary: `SEO analysis for partner ${command.partnerId}`,
        details:
          `Analysis ${command.jobId} of listing \`${command.listingId}\`. Safe to cancel: it fails at once, and nothing is charged. Safe to ` +
          'terminate, too: a request that asks for it may still finish it, at its price, else it fails within minutes.',
        priority: { priorityKey: PRIORITY_KEYS.normal, fairnessKey: `partner-${command.partnerId}` },
      };
    case 'webhook.wake':
      return {
        action: 'signal',
        workflowType: WEBHOOK_ENDPOINT_WORKFLOW,
        workflowId: webhookEndpointWorkflowId(command.endpointId),
        taskQueue: MAIN_QUEUE,
        args: [{ endpointId: command.endpointId }],
        signal: command.orphaned ? TAKE_OVER_SIGNAL : WAKE_SIGNAL,
        memo: {
          rowKey: command.rowKey,
          requestId: command.requestId,
          link: `${publicUrl}/api/v1/partners/webhooks/${command.endpointId}`,
        },
        keywords: { MwPartnerId: String(command.partnerId), MwResourceId: `webhook:${command.endpointId}` },
        summary: `Webhook ${command.endpointId} of partner ${command.partnerId}`,
        details:
          'Sends what is due to one endpoint. Safe to cancel or terminate: what is left is picked up again within seconds.',
        priority: { priorityKey: PRIORITY_KEYS.normal, fairnessKey: `partner-${command.partnerId}` },
      };
  }
}
