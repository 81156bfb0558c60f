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
    description: 'How people sign in to the console: password, second factor, passkeys, sessions.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/me/security',
      operationId: 'getSecurity',
      summary: 'Your sign-in methods: password, second factors, and what your partner requires',
      description: 'Returns 409 with an external issuer, which manages them.',
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
        'Ends all other sessions and all consents. After ten wrong current passwords in a minute, or thirty in 15 minutes, returns 429. Returns 409 with an external issuer.',
      extension: true,
      operation: changePassword,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'GET',
      path: '/app/me/sessions',
      operationId: 'listSessions',
      summary: 'List your sessions, most recently used first',
      description: 'Empty with an external issuer, which manages the sessions.',
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
      summary: 'End a session; its tokens stop working with the next request',
      extension: true,
      operation: endSession,
    }),

    route({
      method: 'POST',
      path: '/app/me/totp',
      operationId: 'enrolTotp',
      summary: 'Start the setup of an app for one-time codes',
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
        'From then on, sign-in requires a code from the app. Your first second factor comes with ten recovery codes.',
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
      summary: 'Create ten new recovery codes; earlier ones stop working',
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
      summary: 'Get browser options to confirm your identity with a passkey',
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
      summary: 'Get browser options to create a passkey',
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
      summary: 'Add the passkey created by the browser',
      description:
        'From then on, sign-in with the password requires a second factor. Your first one comes with ten recovery codes.',
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
      summary: 'Turn the required second factor for all people of the partner on or off',
      description: 'For owners. People without one set it up at their next sign-in; sessions stay.',
      extension: true,
      operation: updateSignInPolicy,
      body: one(policyResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/users/{id}/reset-second-factor',
      operationId: 'resetSecondFactor',
      summary: "Remove a person's second factors, for example after loss",
      description: "For owners. Ends the person's sessions and consents; the password stays.",
      extension: true,
      operation: resetSecondFactor,
      errors: ['CONFLICT'],
    }),
  ],
});
