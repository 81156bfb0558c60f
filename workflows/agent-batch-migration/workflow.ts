import { proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { AgentBatchMigrationSteps } from '../../activities/agent-configuration.ts';
import { runJob } from '../lib/job.ts';
import { MUST_HAPPEN } from '../lib/transitions.ts';
import { MAIN_QUEUE } from '../queues.ts';
import type { AgentBatchMigrationInput } from './contract.ts';

/** Some agents each, in short transactions; a database that is away comes back within the hour. */
const { migrateAgents } = proxyActivities<AgentBatchMigrationSteps['main']>({
  taskQueue: MAIN_QUEUE,
  scheduleToCloseTimeout: '1h',
  startToCloseTimeout: '30s',
  heartbeatTimeout: '8s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
});

const { failAgentBatch } = proxyLocalActivities<AgentBatchMigrationSteps['transitions']>(MUST_HAPPEN);

/** Migrates the agents of a batch, some at a time. */
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
