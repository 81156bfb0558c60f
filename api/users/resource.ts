import { z } from 'zod';
import { ROLES } from '../../domain/kernel/permissions.ts';
import { USER_STATUSES, type UserRow } from '../../domain/users/table.ts';
import { datetime, datetimeSchema, resource } from '../resource.ts';

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
    id: user.id,
    attributes: {
      email: user.email,
      name: user.name,
      role: user.role,
      status: user.status,
      has_password: user.password_hash !== null,
      external_subject: user.external_subject,
      created_at: datetime(user.created_at),
      updated_at: datetime(user.updated_at),
    },
  }),
});
