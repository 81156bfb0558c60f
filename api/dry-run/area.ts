import type { Area } from '../area.ts';
import {
  endSessionRoute,
  getSessionRoute,
  listSessionsRoute,
  resetSessionRoute,
  sendMessageRoute,
  setPersonaRoute,
  startAgentSessionRoute,
  startSessionRoute,
} from './routes.ts';
import { dryRunTools } from './tools.ts';

/** Rehearsals with agents. */
export const dryRunArea: Area = {
  tag: { name: 'Dry runs', group: 'Content', description: 'Rehearsals with agents, without side effects.' },
  routes: [
    listSessionsRoute,
    startSessionRoute,
    startAgentSessionRoute,
    getSessionRoute,
    sendMessageRoute,
    setPersonaRoute,
    resetSessionRoute,
    endSessionRoute,
  ],
  legacy: true,
  tools: dryRunTools,
};
