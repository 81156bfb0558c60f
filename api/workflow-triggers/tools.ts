import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  createTriggerRoute,
  deleteTriggerRoute,
  getTriggerRoute,
  listFiringsRoute,
  listTriggersRoute,
  toggleTriggerRoute,
} from './routes.ts';

/** Triggers: what executes by itself, and what came of it. */
export const workflowTriggerTools: Tool[] = [
  tool(listTriggersRoute, {
    name: 'list_workflow_triggers',
    title: 'List triggers',
    description: 'Lists what executes templates and capabilities by itself, at times or on events, newest first.',
    annotations: READS,
  }),
  tool(getTriggerRoute, {
    name: 'get_workflow_trigger',
    title: 'Read a trigger',
    description: 'Reads one trigger: target, schedule or event, when it fires next, and what came of it last.',
    annotations: READS,
  }),
  tool(listFiringsRoute, {
    name: 'list_trigger_firings',
    title: 'List the firings of a trigger',
    description:
      'Lists what came of each occurrence of a trigger, with the execution that it started, or why it started none.',
    annotations: READS,
  }),
  tool(createTriggerRoute, {
    name: 'create_workflow_trigger',
    title: 'Add a trigger',
    description:
      'Adds a trigger that executes a template or a capability by cron (at least 15 minutes apart) or on a platform event. Each firing costs what the target costs.',
    annotations: ADDS,
  }),
  tool(toggleTriggerRoute, {
    name: 'toggle_workflow_trigger',
    title: 'Switch a trigger off or on',
    description:
      'Switches a trigger off, or on again; calling it twice leaves it as it was. What comes meanwhile is not made up for.',
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  tool(deleteTriggerRoute, {
    name: 'delete_workflow_trigger',
    title: 'Remove a trigger',
    description: 'Removes a trigger with its list of firings; executions that it started go on.',
    annotations: ENDS,
  }),
];
