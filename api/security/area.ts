import { changePassword } from '../../domain/security/operations/change-password.ts';
import {
  addPasskey,
  passkeyChallenge,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from '../../domain/security/operations/passkeys.ts';
import { getSecurity } from '../../domain/security/operations/reads.ts';
import { renewRecoveryCodes } from '../../domain/security/operations/recovery-codes.ts';
import { endOtherSessions, endSession, listSessions } from '../../domain/security/operations/sessions.ts';
import { resetSecondFactor, updateSignInPolicy } from '../../domain/security/operations/team.ts';
import { confirmTotp, disableTotp, enrolTotp } from '../../domain/security/operations/totp.ts';
import { area } from '../area.ts';
import { one, page } from '../resource.ts';
import { route } from '../route.ts';
import {
  addedPasskey,
  browserOptions,
  enrolmentResource,
  passkeyResource,
  policyResource,
  recoveryCodesResource,
  securityResource,
  sessionResource,
} from './resource.ts';

const CONFIRMED =
  'Needs a confirmation: `code` or `passkey` of a person who has a second factor, `current_password` of another. Wrong ones are counted as wrong passwords are. 409 with an external issuer.';

export const securityArea = area({
  tag: {
    name: 'Security',
    group: 'Account',
    description: 'How people of the console sign in: password, second factor, passkeys, sessions.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/me/security',
      operationId: 'getSecurity',
      summary: 'How you sign in: password, second factors, and what your partner requires',
      description: '409 with an external issuer, which keeps them.',
      extension: true,
      operation: getSecurity,
      body: one(securityResource),
      errors: ['CONFLICT'],
    }),

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

    route({
      method: 'POST',
      path: '/app/me/totp',
      operationId: 'enrolTotp',
      summary: 'Begin to set up an app for one-time codes',
      description: `Nothing changes until a code of the app is confirmed. ${CONFIRMED}`,
      extension: true,
      operation: enrolTotp,
      status: 201,
      body: one(enrolmentResource),
      secrets: ['data.attributes.secret', 'data.attributes.uri'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/totp/confirm',
      operationId: 'confirmTotp',
      summary: 'Turn the app on with its first code',
      description:
        'From then on, signing in takes a code of the app. The first second factor comes with ten recovery codes.',
      extension: true,
      operation: confirmTotp,
      body: one(recoveryCodesResource),
      secrets: ['data.attributes.recovery_codes'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/totp/disable',
      operationId: 'disableTotp',
      summary: 'Turn the app for one-time codes off',
      description: CONFIRMED,
      extension: true,
      operation: disableTotp,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/recovery-codes',
      operationId: 'renewRecoveryCodes',
      summary: 'Make ten new recovery codes; earlier ones end',
      description: CONFIRMED,
      extension: true,
      operation: renewRecoveryCodes,
      body: one(recoveryCodesResource),
      secrets: ['data.attributes.recovery_codes'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/passkeys/challenge',
      operationId: 'challengePasskey',
      summary: 'Options for the browser to confirm with a passkey that it is you',
      description: 'Valid for five minutes and one answer, which goes into `passkey` of a confirmation.',
      extension: true,
      operation: passkeyChallenge,
      body: browserOptions,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/passkeys/options',
      operationId: 'getPasskeyOptions',
      summary: 'Options for the browser to make a passkey',
      description: `Valid for five minutes and one passkey. ${CONFIRMED}`,
      extension: true,
      operation: passkeyOptions,
      body: browserOptions,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/passkeys',
      operationId: 'addPasskey',
      summary: 'Add the passkey that the browser has made',
      description:
        'From then on, signing in with the password takes a second factor. The first one comes with ten recovery codes.',
      extension: true,
      operation: addPasskey,
      status: 201,
      body: addedPasskey,
      secrets: ['recovery_codes'],
      errors: ['CONFLICT'],
    }),

    route({
      method: 'PATCH',
      path: '/app/me/passkeys/{id}',
      operationId: 'renamePasskey',
      summary: 'Rename a passkey',
      extension: true,
      operation: renamePasskey,
      body: one(passkeyResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/me/passkeys/{id}/remove',
      operationId: 'removePasskey',
      summary: 'Remove a passkey',
      description: CONFIRMED,
      extension: true,
      operation: removePasskey,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'PATCH',
      path: '/app/sign-in-policy',
      operationId: 'updateSignInPolicy',
      summary: 'Require a second factor of all people of the partner, or no longer',
      description: 'For owners. Who has none sets one up at the next sign-in; sessions stay.',
      extension: true,
      operation: updateSignInPolicy,
      body: one(policyResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/users/{id}/reset-second-factor',
      operationId: 'resetSecondFactor',
      summary: 'Remove the second factors of somebody who has lost them',
      description: 'For owners. The sessions and consents of the person end; the password stays.',
      extension: true,
      operation: resetSecondFactor,
      errors: ['CONFLICT'],
    }),
  ],
});
