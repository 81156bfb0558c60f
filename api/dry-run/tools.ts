import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  endSessionRoute,
  getSessionRoute,
  listSessionsRoute,
  resetSessionRoute,
  sendMessageRoute,
  setPersonaRoute,
  startSessionRoute,
} from './routes.ts';

const BY_SESSION = { rename: { dry_run_session_id: 'token' } } as const;

/** Rehearsals with agents. */
export const dryRunTools: Tool[] = [
  tool(listSessionsRoute, {
    name: 'list_dry_run_sessions',
    title: 'List dry-run sessions',
    description: 'Lists rehearsals with agents, newest first, with their state and what they cost.',
    annotations: READS,
  }),
  tool(getSessionRoute, {
    name: 'get_dry_run_session',
    title: 'Read a dry-run session',
    description: 'Reads what was said in a rehearsal, and its scored summary once it is over.',
    ...BY_SESSION,
    annotations: READS,
  }),
  tool(startSessionRoute, {
    name: 'start_dry_run_session',
    title: 'Start a dry-run session',
    description:
      'Starts a rehearsal with an agent, free of charge: say things to it with send_dry_run_message as the persona would, and end it with end_dry_run_session.',
    rename: { slug: 'capability' },
    annotations: ADDS,
  }),
  tool(sendMessageRoute, {
    name: 'send_dry_run_message',
    title: 'Say something to the agent',
    description:
      'Says something to the agent of a rehearsal and gets its reply, which changes nothing outside of it. Costs credits of dry_run by model and length of the reply. Without a reply after 25 seconds read get_dry_run_session later.',
    ...BY_SESSION,
    annotations: { ...ADDS, openWorldHint: true },
  }),
  tool(setPersonaRoute, {
    name: 'set_dry_run_persona',
    title: 'Change the persona',
    description: 'Has another persona speak to the agent of a rehearsal from now on; it replaces the one before.',
    ...BY_SESSION,
    annotations: CHANGES,
  }),
  tool(resetSessionRoute, {
    name: 'reset_dry_run_session',
    title: 'Begin a dry-run session anew',
    description: 'Has the agent of a rehearsal forget what was said; what was charged stays charged.',
    ...BY_SESSION,
    annotations: ENDS,
  }),
  tool(endSessionRoute, {
    name: 'end_dry_run_session',
    title: 'End a dry-run session',
    description: 'Ends a rehearsal and answers with its scored summary.',
    ...BY_SESSION,
    annotations: ENDS,
  }),
];
