import { z } from 'zod';
import { ROLE_MEANING, ROLES } from '../../domain/kernel/permissions.ts';
import { createUser } from '../../domain/users/operations/create-user.ts';
import { getPerson } from '../../domain/users/operations/get-person.ts';
import { invitePerson, resendInvitation } from '../../domain/users/operations/invite-person.ts';
import { inviteToPartner } from '../../domain/users/operations/invite-to-partner.ts';
import { listPeople } from '../../domain/users/operations/list-people.ts';
import { listUsers } from '../../domain/users/operations/list-users.ts';
import { removePerson } from '../../domain/users/operations/remove-person.ts';
import { sendPasswordReset } from '../../domain/users/operations/send-password-reset.ts';
import { updatePerson } from '../../domain/users/operations/update-person.ts';
import { updateUser } from '../../domain/users/operations/update-user.ts';
import { USER_STATUSES, type UserRow } from '../../domain/users/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, one, page, resource } from '../resource.ts';
import { route } from '../route.ts';
import { invitedBody, passwordResetBody, personResource } from './people.ts';

/** A user as administrators see them. */
export const userResource = resource({
  type: 'user',
  attributes: {
    email: z.email().describe('Sign-in address of the user, in lower case.'),
    name: z.string().describe('Full name of the person.'),
    role: z.enum(ROLES).describe(ROLE_MEANING),
    status: z
      .enum(USER_STATUSES)
      .describe('`disabled`: may not sign in, like people who have not joined yet or were removed from the team.'),
    has_password: z
      .boolean()
      .describe('false if the user signs in with an external issuer only, or is invited and has not joined yet.'),
    external_subject: z
      .string()
      .nullable()
      .describe("The external issuer's id of the user; null if users are matched by e-mail address."),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: (user: UserRow) => ({
    attributes: {
      has_password: user.password_hash !== null,
    },
  }),
});

export const usersArea = area({
  tag: {
    name: 'Users',
    group: 'Administration',
    description: 'Users of a partner and their roles; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/users',
      summary: "List a partner's users, newest first",
      extension: true,
      operation: listUsers,
      body: page(userResource),
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/users',
      summary: 'Create a user',
      extension: true,
      operation: createUser,
      status: 201,
      body: one(userResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/invitations',
      operationId: 'inviteToPartner',
      summary: "Invite a person to a partner's team",
      description:
        'This is how a partner gets its first owner. Mails the invitation; if the service sends no mail, the response has its link. It works once, for 7 days, and the person chooses a password on accepting.',
      extension: true,
      operation: inviteToPartner,
      status: 201,
      body: invitedBody,
      errors: ['CONFLICT'],
      secrets: ['meta.invitation_url'],
    }),

    route({
      method: 'PATCH',
      path: '/3pi-partners/{partner_id}/users/{user_id}',
      summary: 'Change a user',
      description:
        "Takes effect with the next request. Setting a password, or disabling the user, ends the user's sessions and consents.",
      extension: true,
      operation: updateUser,
      body: one(userResource),
      errors: ['CONFLICT'],
    }),
  ],
});

export const peopleArea = area({
  tag: {
    name: 'People',
    group: 'Account',
    description: 'Members of a team, for people signed in to the console. Owners and admins manage them.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/users',
      operationId: 'listPeople',
      summary: 'List the members and invitations of your team, newest first',
      extension: true,
      operation: listPeople,
      body: page(personResource),
    }),

    route({
      method: 'POST',
      path: '/app/users',
      operationId: 'invitePerson',
      summary: 'Invite a person to your team',
      description:
        'Mails the invitation; if the service sends no mail, the response has its link. It works once, for 7 days. Returns 409 if the address already belongs to your team; membership in other teams is not revealed.',
      extension: true,
      operation: invitePerson,
      status: 201,
      body: invitedBody,
      errors: ['CONFLICT'],
      secrets: ['meta.invitation_url'],
    }),

    route({
      method: 'GET',
      path: '/app/users/{id}',
      operationId: 'getPerson',
      summary: 'One person of your team',
      extension: true,
      operation: getPerson,
      body: one(personResource),
    }),

    route({
      method: 'PATCH',
      path: '/app/users/{id}',
      operationId: 'updatePerson',
      summary: 'Change the name and role of a person',
      description: "Takes effect with the person's next request. Returns 409 for the last owner.",
      extension: true,
      operation: updatePerson,
      body: one(personResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'DELETE',
      path: '/app/users/{id}',
      operationId: 'removePerson',
      summary: 'Remove a person, or withdraw an invitation',
      description: "Ends the person's sessions, consents and tokens at once. Returns 409 for the last owner.",
      extension: true,
      operation: removePerson,
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/app/users/{id}/invitation',
      operationId: 'resendInvitation',
      summary: 'Send an invitation again; the earlier link stops working',
      extension: true,
      operation: resendInvitation,
      body: invitedBody,
      errors: ['CONFLICT'],
      secrets: ['meta.invitation_url'],
    }),

    route({
      method: 'POST',
      path: '/app/users/{id}/password-reset',
      operationId: 'sendPasswordReset',
      summary: 'Send a person a link to set a new password',
      description:
        "The link works once, for an hour; setting the password ends the person's sessions and consents. If the service sends no mail, the response has the link. Returns 409 with an external issuer.",
      extension: true,
      operation: sendPasswordReset,
      body: passwordResetBody,
      errors: ['CONFLICT'],
      secrets: ['meta.reset_url'],
    }),
  ],
});
