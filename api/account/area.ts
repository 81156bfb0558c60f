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
    description: "The caller's profile, overview and consents.",
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/me',
      operationId: 'getMe',
      summary: 'The caller and its permissions',
      extension: true,
      operation: getMe,
      body: one(meResource),
      tool: {
        name: 'get_me',
        title: 'Read who is signed in',
        description:
          'Reads the account you act for: name, role, permissions and partner; with `include: names` also the people of the team.',
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
      summary: 'Credits, requests, running work, recent failures, and failing webhooks',
      extension: true,
      operation: getOverview,
      body: one(overviewResource),
      tool: {
        name: 'get_overview',
        title: 'Read the overview',
        description: 'Reads credits, requests, running and recently failed executions, and failing webhooks.',
      },
    }),

    route({
      method: 'GET',
      path: '/app/consents',
      summary: 'List the programs that you have given consent, newest first',
      description: 'Keys, and programs that act for themselves, have no consents.',
      extension: true,
      operation: listConsents,
      body: page(consentResource),
    }),

    route({
      method: 'DELETE',
      path: '/app/consents/{id}',
      summary: 'Revoke a consent; its tokens stop working with the next request',
      extension: true,
      operation: endConsent,
    }),
  ],
});
