import type { Counter } from 'prom-client';
import { failureSentence } from '../domain/executions/endings.ts';
import { stop } from '../domain/executions/stop.ts';
import { systemCall } from '../domain/kernel/call.ts';
import type { Command } from '../domain/kernel/command.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import { failureSentence as seoFailureSentence } from '../domain/seo/endings.ts';
import { finishJob } from '../domain/seo/finish.ts';
import type { Outbox } from '../infra/database/outbox.ts';

/** What happens to a command the engine will never take: its row is parked and its owner fails, in one transaction. */
export function createRefusals(deps: Deps, outbox: Outbox<Command>, refusedTotal: Counter) {
  return async ({ id, command }: { id: number; command: Command }, reason: string): Promise<void> => {
    refusedTotal.inc({ kind: command.kind });
    await deps.transaction(systemCall('relay'), async (tx) => {
      await outbox.park(tx.em, id, tx.now, reason);
      if (command.kind === 'execution.start') {
        await stop(tx, command.executionId, { status: 'failed', error: failureSentence('refused', null) });
      }
      if (command.kind === 'seo.start') {
        const ending = { status: 'failed' as const, error: seoFailureSentence('refused') };
        await finishJob(tx, { jobId: command.jobId, ending, used: 0, token: null });
      }
    });
  };
}
