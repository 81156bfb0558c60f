import type { Area } from '../area.ts';
import {
  createTriggerRoute,
  deleteTriggerRoute,
  getTriggerRoute,
  listFiringsRoute,
  listTriggersRoute,
  toggleTriggerRoute,
} from './routes.ts';
import { workflowTriggerTools } from './tools.ts';

/** What executes templates and capabilities by itself. */
export const workflowTriggersArea: Area = {
  tag: {
    name: 'Workflow triggers',
    group: 'Content',
    description: 'What executes templates and capabilities by itself, at times or on events.',
  },
  routes: [
    listTriggersRoute,
    createTriggerRoute,
    getTriggerRoute,
    listFiringsRoute,
    toggleTriggerRoute,
    deleteTriggerRoute,
  ],
  tools: workflowTriggerTools,
};
