import { bigint, identity, integer, oneOf, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';
import { ROLES } from '../kernel/permissions.ts';

/** Whether a user may sign in and the user's tokens are accepted. */
export const USER_STATUSES = ['active', 'disabled'] as const;

/** A person of a partner's team. */
export const userTable = table(
  'app_user',
  {
    id: identity(),
    partner_id: bigint(),
    /** Lower case; unique over all partners. */
    email: varchar(254),
    name: varchar(255),
    /** null: the user signs in with an external issuer only. */
    password_hash: varchar(255).nullable(),
    /** The user's id at an external issuer. */
    external_subject: varchar(255).nullable(),
    role: oneOf(ROLES, 10),
    status: oneOf(USER_STATUSES, 10).default('active'),
    /** One of the console's languages; null: as the browser asks. */
    language: varchar(10).nullable(),
    /** IANA name; null: that of the browser. */
    time_zone: varchar(64).nullable(),
    /** Raised by each change that affects credentials, so that cached copies are recognised as stale. */
    version: integer().default(1),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'The audit log names its users.' },
  {
    personal: ['contact', 'credential'],
    people: {
      by: 'id',
      erased: 'cleared',
      cleared: {
        email: "'erased-' || id || '@erased.invalid'",
        name: "'Erased user'",
        password_hash: 'NULL',
        external_subject: 'NULL',
        language: 'NULL',
        time_zone: 'NULL',
      },
    },
    secret: ['password_hash'],
  },
);
export type UserRow = Row<typeof userTable>;
