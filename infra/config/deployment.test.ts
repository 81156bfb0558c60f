import { expect, test } from '@jest/globals';
import { deploymentVersion, loadRolloutConfig } from './deployment.ts';

const none = {
  WORKER_BUILD_ID: undefined,
  TEMPORAL_WORKER_BUILD_ID: undefined,
  WORKER_DEPLOYMENT_NAME: undefined,
  TEMPORAL_DEPLOYMENT_NAME: undefined,
};

test.each([
  [{}, undefined],
  [{ WORKER_BUILD_ID: 'b1' }, { deploymentName: 'marketwright', buildId: 'b1' }],
  [
    { WORKER_BUILD_ID: 'b1', WORKER_DEPLOYMENT_NAME: 'shop' },
    { deploymentName: 'shop', buildId: 'b1' },
  ],
  [
    { TEMPORAL_WORKER_BUILD_ID: 'v1-5f9c', TEMPORAL_DEPLOYMENT_NAME: 'apps/marketwright-worker' },
    { deploymentName: 'apps/marketwright-worker', buildId: 'v1-5f9c' },
  ],
])('the version of the workers by %j', (given, version) => {
  expect(deploymentVersion({ ...none, ...given })).toEqual(version);
});

test('two names that differ are an error, never a choice', () => {
  const both = { ...none, WORKER_BUILD_ID: 'b1', TEMPORAL_WORKER_BUILD_ID: 'b2' };
  expect(() => deploymentVersion(both)).toThrow('WORKER_BUILD_ID and TEMPORAL_WORKER_BUILD_ID');
});

test('a rollout needs only Temporal', () => {
  const config = loadRolloutConfig({ TEMPORAL_ADDRESS: 'temporal:7233' });
  expect([config.deploymentName, config.temporal.namespace]).toEqual(['marketwright', 'default']);
  expect(() => loadRolloutConfig({ TEMPORAL_ADDRESS: 'temporal:7233', WORKER_DEPLOYMENT_NAME: 'a:b' })).toThrow(
    'colon',
  );
});
