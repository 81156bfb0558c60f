import type { Area } from '../area.ts';
import {
  archiveExecutionRoute,
  cancelExecutionRoute,
  executeCapabilityRoute,
  executionEventsRoute,
  getExecutionRoute,
  listAssetsRoute,
  listExecutionsRoute,
  retryExecutionRoute,
} from './routes.ts';
import { executionTools } from './tools.ts';

/** Runs of a capability: start them, follow them, stop them. */
export const executionsArea: Area = {
  tag: {
    name: 'Executions',
    group: 'Content',
    description: 'Runs of a capability: start them, follow them, stop them.',
  },
  routes: [
    executeCapabilityRoute,
    listExecutionsRoute,
    getExecutionRoute,
    listAssetsRoute,
    executionEventsRoute,
    cancelExecutionRoute,
    retryExecutionRoute,
    archiveExecutionRoute,
  ],
  tools: executionTools,
};
