import { endConsent } from '../../domain/account/operations/end-consent.ts';
import { getMe, getOverview, listConsents } from '../../domain/account/operations/reads.ts';
import { updateMe } from '../../domain/account/operations/update-me.ts';
import { area } from '../area.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import { consentResource, meResource, overviewResource } from './resource.ts';

export const accountArea = area({
  tag: {
    name: 'Account',
    group: 'Account',
    description: 'Who is signed in, what there is to see first, and what programs were permitted.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/me',
      operationId: 'getMe',
      summary: 'Who the credential stands for, and what it permits',
      extension: true,
      operation: getMe,
      body: one(meResource),
      tool: {
        name: 'get_me',
        title: 'Read who is signed in',
        description:
          'Reads on whose behalf you act: name, role, permissions and partner; with `include: names` also the people of the team.',
      },
    }),

    route({
      method: 'PATCH',
      path: '/app/me',
      operationId: 'updateMe',
      summary: 'Change your name, language and time zone',
      extension: true,
      operation: updateMe,
      body: one(meResource),
    }),

    route({
      method: 'GET',
      path: '/app/overview',
      operationId: 'getOverview',
      summary: 'Credits, requests, what is running, what failed of late, and webhooks in trouble',
      extension: true,
      operation: getOverview,
      body: one(overviewResource),
      tool: {
        name: 'get_overview',
        title: 'Read the overview',
        description: 'Reads credits, requests, running and lately failed executions, and webhooks in trouble.',
      },
    }),

    route({
      method: 'GET',
      path: '/app/consents',
      summary: 'List what you have permitted programs, newest first',
      description: 'Keys, and programs that act for themselves, have permitted nothing.',
      extension: true,
      operation: listConsents,
      body: page(consentResource),
    }),

    route({
      method: 'DELETE',
      path: '/app/consents/{id}',
      summary: 'Take a consent back; its tokens are refused from the next request on',
      extension: true,
      operation: endConsent,
    }),
  ],
});
