import type { Area } from '../area.ts';
import { READS, tool } from '../mcp/tool.ts';
import { endConsentRoute, getMeRoute, getOverviewRoute, listConsentsRoute } from './routes.ts';

/** Who is signed in, what there is to see first, and what programs were permitted. */
export const accountArea: Area = {
  tag: {
    name: 'Account',
    group: 'Account',
    description: 'Who is signed in, what there is to see first, and what programs were permitted.',
  },
  routes: [getMeRoute, getOverviewRoute, listConsentsRoute, endConsentRoute],
  tools: [
    tool(getMeRoute, {
      name: 'get_me',
      title: 'Read who is signed in',
      description: 'Reads on whose behalf you act: name, role, permissions and partner.',
      annotations: READS,
    }),
    tool(getOverviewRoute, {
      name: 'get_overview',
      title: 'Read the overview',
      description: 'Reads credits, requests, running and lately failed executions, and webhooks in trouble.',
      annotations: READS,
    }),
  ],
};
