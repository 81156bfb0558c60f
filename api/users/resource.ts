import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import { USER_STATUSES, type UserRow } from '../../domain/users/table.ts';
import { datetimeSchema, resource } from '../resource.ts';

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
