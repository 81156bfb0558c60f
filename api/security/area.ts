import { changePassword } from '../../domain/security/operations/change-password.ts';
import { endOtherSessions, endSession, listSessions } from '../../domain/security/operations/sessions.ts';
import { area } from '../area.ts';
import { page } from '../resource.ts';
import { route } from '../route.ts';
import { sessionResource } from './resource.ts';

export const securityArea = area({
  tag: {
    name: 'Security',
    group: 'Account',
    description: 'How people of the console sign in: password and sessions.',
  },
  routes: [
    route({
      method: 'POST',
      path: '/app/me/password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description:
        'All other sessions and the consents to programs end. After ten wrong current passwords in a minute, or thirty in a quarter of an hour, the answer is 429. 409 with an external issuer.',
      extension: true,
      operation: changePassword,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: '/app/me/sessions',
      operationId: 'listSessions',
      summary: 'List where you are signed in, the last used first',
      description: 'Empty with an external issuer, which keeps the sessions.',
      extension: true,
      operation: listSessions,
      body: page(sessionResource),
    }),

    route({
      method: 'DELETE',
      path: '/app/me/sessions',
      operationId: 'endOtherSessions',
      summary: 'Sign out everywhere else; consents to programs stay',
      extension: true,
      operation: endOtherSessions,
    }),

    route({
      method: 'DELETE',
      path: '/app/me/sessions/{id}',
      operationId: 'endSession',
      summary: 'End a session; its tokens are refused from the next request on',
      extension: true,
      operation: endSession,
    }),
  ],
});
