import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ExecutionDetail } from '../../domain/executions/rules.ts';
import { structured } from './tool-result.ts';

/** The result of a call that waited for an execution, by the state that it has reached. */
export function executionResult({ execution, assets }: ExecutionDetail): CallToolResult {
  const { id, status, credits_used, error_message, progress_percentage } = execution;
  const items = assets.map((asset) => `\n- ${asset.content_type} ${asset.id}: ${asset.title}`).join('');
  const data = { execution_id: id, status };
  switch (status) {
    case 'completed':
    case 'archived':
      return structured(data, `Execution ${id} started and has completed for ${credits_used} credits.${items}`);
    case 'failed':
    case 'cancelled': {
      const reason = error_message ?? 'It was cancelled; nothing was charged.';
      return { ...structured(data, `Execution ${id} started and has ended as ${status}. ${reason}`), isError: true };
    }
    default:
      return structured(
        data,
        `Execution ${id} started and is still ${status} (${progress_percentage} %). Read it with get_execution.`,
      );
  }
}
