import { z } from 'zod';
import { environment, SettingsError } from './environment.ts';
import { type TemporalConfig, temporalConfig, temporalSettings } from './temporal.ts';

const buildId = z.string().max(255).optional();
const deploymentName = z
  .string()
  .max(255)
  .refine((name) => !name.includes(':') && !name.startsWith('__'), 'must have no colon and not begin with __')
  .optional();

/** Which version of the workers a process is. The second names are those that Temporal's Worker Controller sets. */
export const deploymentSettings = {
  WORKER_BUILD_ID: buildId,
  TEMPORAL_WORKER_BUILD_ID: buildId,
  WORKER_DEPLOYMENT_NAME: deploymentName,
  TEMPORAL_DEPLOYMENT_NAME: deploymentName,
};

const DEFAULT_DEPLOYMENT = 'marketwright';

/** A version of a Worker Deployment, in Temporal's terms. */
export interface DeploymentVersion {
  deploymentName: string;
  buildId: string;
}

const schema = z.object(deploymentSettings);

/** The version that the settings name; undefined: worker versioning is off. Throws SettingsError where two names differ. */
export function deploymentVersion(values: z.output<typeof schema>): DeploymentVersion | undefined {
  const build = theOne(values, 'WORKER_BUILD_ID', 'TEMPORAL_WORKER_BUILD_ID');
  return build === undefined ? undefined : { deploymentName: nameOf(values), buildId: build };
}

function nameOf(values: z.output<typeof schema>): string {
  return theOne(values, 'WORKER_DEPLOYMENT_NAME', 'TEMPORAL_DEPLOYMENT_NAME') ?? DEFAULT_DEPLOYMENT;
}

function theOne(values: z.output<typeof schema>, name: keyof typeof values, other: keyof typeof values) {
  const [own, controllers] = [values[name], values[other]];
  if (own !== undefined && controllers !== undefined && own !== controllers) {
    throw new SettingsError(`${name} and ${other} are both set, to different values.`);
  }
  return own ?? controllers;
}

/** The settings of a rollout: where Temporal is, and whose versions are meant. Throws one SettingsError. */
export function loadRolloutConfig(env: NodeJS.ProcessEnv = process.env): {
  temporal: TemporalConfig;
  deploymentName: string;
} {
  const values = environment(z.object({ ...deploymentSettings, ...temporalSettings }), env);
  return { temporal: temporalConfig(values), deploymentName: nameOf(values) };
}
