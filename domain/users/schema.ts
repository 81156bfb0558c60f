import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ROLE_MEANING, ROLES } from '../kernel/permissions.ts';
import { pageQuery, recordId, text, WITHOUT_NUL } from '../kernel/schema.ts';
import { partnerParams } from '../partners/schema.ts';
import { findUser } from './store.ts';
import { USER_STATUSES, type UserRow } from './table.ts';

/** Long enough without rules about characters (NIST SP 800-63B); the maximum keeps hashing cheap. */
const PASSWORD_LENGTH = { min: 12, max: 200 };
/** RFC 5321, section 4.5.3.1.3. */
const MAX_EMAIL_LENGTH = 254;

export const userParams = partnerParams.extend({ user_id: recordId.describe('Number of the user.') });

const NO_ADDRESS = 'Must be an e-mail address.';
/** Small letters of others, such as of the Kelvin sign, are those of ASCII, so an address would become somebody else's. */
const ASCII = /^[\x20-\x7e]*$/;

/** An e-mail address in its stored form. */
export const email = z
  .string('Must be a string.')
  .trim()
  .refine((text) => ASCII.test(text), { error: NO_ADDRESS, abort: true })
  .toLowerCase()
  .max(MAX_EMAIL_LENGTH, `Must be at most ${MAX_EMAIL_LENGTH} characters.`)
  .meta({ format: 'email' })
  .pipe(z.email(NO_ADDRESS));

/** A password that somebody chooses. */
export const password = z
  .string('Must be a string.')
  .min(PASSWORD_LENGTH.min, `Must be at least ${PASSWORD_LENGTH.min} characters.`)
  .max(PASSWORD_LENGTH.max, `Must be at most ${PASSWORD_LENGTH.max} characters.`)
  .regex(WITHOUT_NUL, 'Must not contain NUL characters.');
/** Name of a person. */
const name = text(255);
/** Role within the team. */
export const role = z.enum(ROLES);
const externalSubject = text(255).describe("The external issuer's id of the user, if not matched by e-mail address.");

export const createUserBody = z.object({
  email: email.describe('Sign-in address of the user; unique among users who have joined.'),
  name: name.describe('Full name of the person.'),
  role: role.describe(ROLE_MEANING),
  password: password.nullish().describe('null if the user signs in with an external issuer only.'),
  external_subject: externalSubject.nullish(),
});

export const updateUserBody = z.object({
  name: name.optional().describe('Full name of the person.'),
  role: role.optional().describe(ROLE_MEANING),
  status: z
    .enum(USER_STATUSES)
    .optional()
    .describe('`disabled`: may not sign in. `active` also admits invited or removed users.'),
  password: password
    .nullable()
    .optional()
    .describe('A new password; null if the user signs in with an external issuer only.'),
  external_subject: externalSubject.nullable().optional(),
});

export const listUsersQuery = z.object(pageQuery());

/** The sign-in form; anything else counts as a wrong e-mail address or password. */
export const signInForm = z.object({ email, password: z.string().max(PASSWORD_LENGTH.max) });

/** The user in the path; a user of a partner other than the one in the path is not found. */
export async function userFromPath(
  deps: Deps,
  _call: Call,
  params: { partner_id: number; user_id: number },
): Promise<UserRow> {
  const user = await getUser(deps.db, params.user_id);
  if (user.partner_id !== params.partner_id) throw notFound('User');
  return user;
}

/** A user by number; throws NOT_FOUND. */
export async function getUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user;
}
