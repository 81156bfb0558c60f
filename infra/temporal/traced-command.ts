import type { Client } from '@temporalio/client';
import type { Tracing } from '../telemetry/tracing.ts';
import { applyCommand } from './engine.ts';
import type { EngineCommand } from './engine-command.ts';

/** Applies a command in a span below the one that asked for it; without one, without. Throws as applyCommand does. */
export function applyTraced(
  tracing: Tracing | undefined,
  client: Client,
  command: EngineCommand | null,
  traceparent: string | null | undefined,
): Promise<void> {
  if (!tracing || !traceparent || !command) return applyCommand(client, command);
  const name = command.action === 'cancel' ? 'CancelWorkflow' : `${VERBS[command.action]}:${command.workflowType}`;
  const attributes = { temporalWorkflowID: command.workflowId };
  return tracing.run({ name, kind: 'client', origin: { own: traceparent }, attributes }, () =>
    applyCommand(client, command),
  );
}

/** As Temporal's own tracing names its spans. */
const VERBS = { start: 'StartWorkflow', signal: 'SignalWithStartWorkflow' } as const;
