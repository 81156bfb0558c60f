import {
  bigint,
  boolean,
  bytes,
  identity,
  integer,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { ROLES } from '../kernel/permissions.ts';

/** Whether a user may sign in and the user's tokens are accepted. */
export const USER_STATUSES = ['active', 'disabled'] as const;

/** A person of a partner's team. */
export const userTable = table(
  'app_user',
  {
    id: identity(),
    partner_id: bigint(),
    /** Lower case. Of those who have joined and were not removed, unique over all partners; of the others, within the partner. */
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
    /** Whether the checklist of first steps was put away. */
    hides_first_steps: boolean().default(false),
    /** Raised by each change that affects credentials, so that cached copies are recognised as stale. */
    version: integer().default(1),
    /** null: invited, and not here yet; not active until then. */
    joined_at: timestamp().nullable(),
    /** When the person was removed from the team; not active since then. */
    removed_at: timestamp().nullable(),
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

/** What a link that is sent to a person is for. */
export const LINK_KINDS = ['invitation', 'password_reset'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link with a secret, by which a person joins or sets a new password, once. */
export const userLinkTable = table(
  'user_link',
  {
    id: identity(),
    user_id: bigint(),
    kind: oneOf(LINK_KINDS, 14),
    /** Of an invitation: who sent it, and is notified when it is accepted. null: a reset, or sent before this was kept. */
    invited_by: bigint().nullable(),
    /** SHA-256 of the secret, which is random, so no salt is needed. */
    secret_hash: bytes(),
    expires_at: timestamp(),
    used_at: timestamp().nullable(),
    created_at: timestamp(),
  },
  { since: 'expires_at', days: 30, setting: 'RETENTION_USER_LINK_DAYS' },
  {
    personal: ['credential'],
    of: [{ to: 'app_user', by: 'user_id' }],
    people: { by: 'user_id', erased: 'deleted' },
    secret: ['secret_hash'],
  },
);
export type UserLinkRow = Row<typeof userLinkTable>;

/** A person of a team as its members see it. */
export type Person = UserRow & {
  /** Until when the invitation can be accepted; null: there is none that is open. */
  invitation_expires_at: Date | null;
};
