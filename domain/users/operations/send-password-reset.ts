import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { linkToShow } from '../invitation.ts';
import { queuePasswordReset } from '../password-reset.ts';
import type { UserRow } from '../table.ts';
import { lockPerson, ownPerson, personParams } from '../team.ts';

/** A link to set a new password. */
export interface PasswordReset {
  person: UserRow;
  expiresAt: Date;
  /** null: it was mailed. */
  resetUrl: string | null;
}

/** Sends a person a link to set a new password, or gives it to the caller where no mails are sent. */
export const sendPasswordReset = operation({
  name: 'users.reset_password',
  permission: 'console_admin',
  params: personParams,
  target: ownPerson,
  input: nothing,
  async change(tx, { deps, call, target }): Promise<PasswordReset> {
    if (deps.identity.issuer === 'external') {
      throw conflict('People sign in with an external issuer, which keeps their passwords.');
    }
    const person = await lockPerson(tx, call, target);
    if (!person.joined_at) throw conflict('This person has not joined yet: send the invitation again.');
    if (person.status !== 'active') throw conflict('This person may not sign in.');
    const { mail, path, expiresAt } = await queuePasswordReset(tx, { deps, call }, person, person.language ?? 'en');
    return { person, expiresAt, resetUrl: linkToShow(deps, mail, path) };
  },
  audit: ({ person: { id }, resetUrl }) => ({ type: 'user', id, details: { link: resetUrl ? 'shown' : 'mailed' } }),
});
