import { setCurrentDetails } from '@temporalio/workflow';
import type { AgentBatchMigrationSteps } from '../../activities/agent-configuration.ts';
import { runJob } from '../lib/job.ts';
import { proxySteps, proxyTransitions } from '../lib/steps.ts';
import type { AgentBatchMigrationInput } from './contract.ts';

/** Each attempt migrates some agents in short transactions. An hour of retries covers an unavailable database. */
const { migrateAgents } = proxySteps<AgentBatchMigrationSteps, 'main'>('main', {
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '30s',
});

const { failAgentBatch } = proxyTransitions<AgentBatchMigrationSteps>();

/** Migrates the agents of a batch in chunks. */
export function agentBatchMigration(batch: AgentBatchMigrationInput): Promise<void> {
  return runJob(
    async () => {
      setCurrentDetails('**migrating**');
      for (let isDone = false; !isDone; ) {
        const { done, finished, total } = await migrateAgents.executeWithOptions({ summary: 'the next agents' }, [
          batch,
        ]);
        setCurrentDetails(`**${done ? 'completed' : 'migrating'}**, ${finished} of ${total} agents`);
        isDone = done;
      }
    },
    (reason) => {
      setCurrentDetails(`**failed**: \`${reason}\`; agents that were moved stay so`);
      return failAgentBatch(batch);
    },
    { fails: true },
  );
}
