import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import { createUser } from '../../domain/users/operations/create-user.ts';
import { listUsers } from '../../domain/users/operations/list-users.ts';
import { updateUser } from '../../domain/users/operations/update-user.ts';
import { USER_STATUSES, type UserRow } from '../../domain/users/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, one, page, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A user as administrators see them. */
export const userResource = resource({
  type: 'user',
  attributes: {
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    status: z.enum(USER_STATUSES),
    has_password: z.boolean().describe('false: signs in with an external issuer only.'),
    external_subject: z.string().nullable(),
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
    description: 'People of a partner, with their roles; for administrators.',
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
      summary: 'Make a user',
      extension: true,
      operation: createUser,
      status: 201,
      body: one(userResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'PATCH',
      path: '/3pi-partners/{partner_id}/users/{user_id}',
      summary: 'Change a user',
      description:
        'Takes effect with the next request. A new password, and disabling, end sessions and consents of the user.',
      extension: true,
      operation: updateUser,
      body: one(userResource),
      errors: ['CONFLICT'],
    }),
  ],
});
