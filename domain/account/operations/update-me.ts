import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { consolePersonOf, nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { line } from '../../kernel/schema.ts';
import { canonicalTimezone } from '../../kernel/timezone.ts';
import { LANGUAGES } from '../../users/languages.ts';
import { getUser } from '../../users/schema.ts';
import { lockUser, updateUserRow } from '../../users/store.ts';
import type { UserRow } from '../../users/table.ts';
import { type Me, meOf } from './reads.ts';

/** Longest name of a zone; the longest of the database has 32 characters. */
const MAX_ZONE_LENGTH = 64;

const timeZone = z
  .string('Must be a string.')
  .max(MAX_ZONE_LENGTH, `Must be at most ${MAX_ZONE_LENGTH} characters.`)
  .transform((name, context) => {
    const known = canonicalTimezone(name);
    if (known !== null) return known;
    context.addIssue('Must be a time zone of the IANA database, such as Europe/Berlin.');
    return z.NEVER;
  });

const updateMeBody = z.object({
  name: line(255).optional().describe('Name shown to others.'),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .optional()
    .describe('Language of the console and of mails; null means that of the browser.'),
  time_zone: timeZone
    .nullable()
    .optional()
    .describe('IANA time zone, in any letter case; null means that of the browser.'),
  hides_first_steps: z.boolean().optional().describe('Whether to hide the checklist of first steps on the overview.'),
});

/** Changes the profile of the person who is signed in. */
export const updateMe = operation({
  name: 'account.update_me',
  permission: 'console',
  params: nothing,
  target: ownUser,
  input: updateMeBody,
  lock: (tx, _call, { id }) => lockUser(tx.em, id),
  async change(tx, { deps, call, input, target: user }): Promise<Me> {
    const changes = Object.entries(input).filter(([field, value]) => value !== user[field as keyof typeof input]);
    if (changes.length === 0) tx.unchanged();
    else await updateUserRow(tx.em, tx.now, user.id, Object.fromEntries(changes));
    return meOf({ ...deps, db: tx.em }, call);
  },
  // The fields, not their values: an audit log is kept longer than a profile.
  audit: ({ id }, { input }) => ({ type: 'user', id, details: { fields: Object.keys(input) } }),
});

/** The user who is signed in to the console. */
function ownUser(deps: Deps, { actor }: Call): Promise<UserRow> {
  return getUser(deps.db, consolePersonOf(actor).userId);
}
