import type { Client } from '@temporalio/client';
import { waitUntil } from '../../test/environment/wait-until.ts';

/** Builds whose workers worked on a run, by its tasks, in order of the first. */
async function buildsOf(client: Client, workflowId: string, runId: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const builds = (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: done }) => {
    const version = done?.deploymentVersion?.buildId ?? done?.workerDeploymentVersion?.split(/[.:]/).at(-1);
    return version ? [version] : [];
  });
  return [...new Set(builds)];
}

/** A run and the builds that worked on it. */
export interface RunSeen {
  workflowId: string;
  runId: string;
  builds: string[];
}

/** The runs that a query of Temporal's visibility finds, with their builds; at most so many. */
export async function runsSeen(client: Client, query: string, limit = 100): Promise<RunSeen[]> {
  const found: RunSeen[] = [];
  for await (const { workflowId, runId } of client.workflow.list({ query })) {
    found.push({ workflowId, runId, builds: await buildsOf(client, workflowId, runId) });
    if (found.length >= limit) break;
  }
  return found;
}

/** Open runs of a type that are pinned to a build, waiting until there are some. */
export function untilOpen(client: Client, type: string, build: string): Promise<RunSeen[]> {
  const query = `WorkflowType = '${type}' AND ExecutionStatus = 'Running'`;
  return waitUntil(
    `an open ${type} on ${build}`,
    async () => (await runsSeen(client, query)).filter(({ builds }) => builds.includes(build)),
    (runs) => runs.length > 0,
    { limitMs: 120_000, retryErrors: true },
  );
}
