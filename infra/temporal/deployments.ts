import type { Client } from '@temporalio/client';
import { isNotFound } from './engine.ts';

/** What Temporal knows of a Worker Deployment. */
interface Deployment {
  /** Build id of the version that new runs go to; undefined: none was made current, or workers without a version are. */
  current: string | undefined;
  ramping: { buildId: string; percentage: number } | undefined;
  /** By build id. `draining` had new runs and has some left, `drained` has none left; others are in use or never were. */
  versions: ReadonlyMap<string, 'draining' | 'drained' | 'other'>;
}

/** The versions of one Worker Deployment. */
export interface Deployments {
  /** undefined: no worker with this deployment name has asked for work yet. */
  read(): Promise<Deployment | undefined>;
  /** Queues that workers of a version have asked for work; none: the version is not known. */
  queuesOf(buildId: string): Promise<Set<string>>;
  /** Sends so many of a hundred new runs to a version, by their ids; undefined ends what was ramping. */
  ramp(version: { buildId: string; percentage: number } | undefined): Promise<void>;
  /** Sends all new runs to a version; ends what was ramping. */
  makeCurrent(buildId: string): Promise<void>;
  /** Open runs of a type that are on a version. */
  runsOn(buildId: string, workflowType: string): AsyncIterable<{ workflowId: string; runId: string }>;
  /** Lets a run, if it is still open, move to the version for new runs with its next task, whatever it was pinned to. */
  unpin(run: { workflowId: string; runId: string }): Promise<void>;
}

/** By the numbers of Temporal's API (temporal.api.enums.v1.VersionDrainageStatus). */
const DRAINAGE = ['other', 'draining', 'drained'] as const;

/** The Worker Deployment of that name. Needs a server since 1.28. */
export function createDeployments(client: Client, namespace: string, deploymentName: string): Deployments {
  const { workflowService } = client.connection;
  const version = (buildId: string) => ({ namespace, deploymentName, buildId, identity: 'marketwright-rollout' });
  return {
    async read() {
      const answer = await orUndefined(workflowService.describeWorkerDeployment({ namespace, deploymentName }));
      const info = answer?.workerDeploymentInfo;
      if (!info) return undefined;
      const { currentDeploymentVersion, rampingDeploymentVersion, rampingVersionPercentage } = info.routingConfig ?? {};
      const ramping = rampingDeploymentVersion?.buildId;
      return {
        current: currentDeploymentVersion?.buildId || undefined,
        ramping: ramping ? { buildId: ramping, percentage: rampingVersionPercentage ?? 0 } : undefined,
        versions: new Map(
          (info.versionSummaries ?? []).flatMap(({ deploymentVersion, drainageStatus, drainageInfo }) => {
            const buildId = deploymentVersion?.buildId;
            const status = DRAINAGE[drainageInfo?.status ?? drainageStatus ?? 0] ?? 'other';
            return buildId ? [[buildId, status] as const] : [];
          }),
        ),
      };
    },
    async queuesOf(buildId) {
      const deploymentVersion = { deploymentName, buildId };
      const answer = await orUndefined(
        workflowService.describeWorkerDeploymentVersion({ namespace, deploymentVersion }),
      );
      const queues = answer?.workerDeploymentVersionInfo?.taskQueueInfos ?? [];
      return new Set(queues.flatMap(({ name }) => (name ? [name] : [])));
    },
    async ramp(ramping) {
      const { buildId, percentage } = ramping ?? { buildId: '', percentage: 0 };
      await workflowService.setWorkerDeploymentRampingVersion({ ...version(buildId), percentage });
    },
    async makeCurrent(buildId) {
      await workflowService.setWorkerDeploymentCurrentVersion(version(buildId));
    },
    async *runsOn(buildId, workflowType) {
      const query = [
        `WorkflowType = '${workflowType}'`,
        `ExecutionStatus = 'Running'`,
        `TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId.replaceAll("'", "\\'")}'`,
      ].join(' AND ');
      for await (const { workflowId, runId } of client.workflow.list({ query })) yield { workflowId, runId };
    },
    async unpin(workflowExecution) {
      await orUndefined(
        workflowService.updateWorkflowExecutionOptions({
          namespace,
          workflowExecution,
          workflowExecutionOptions: { versioningOverride: { autoUpgrade: true } },
          updateMask: { paths: ['versioning_override'] },
        }),
      );
    },
  };
}

async function orUndefined<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
