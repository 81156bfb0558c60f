import { z } from 'zod';
import { ROLE_MEANING, ROLES } from '../../domain/kernel/permissions.ts';
import type { Invited } from '../../domain/users/invitation.ts';
import type { PasswordReset } from '../../domain/users/operations/send-password-reset.ts';
import type { Person } from '../../domain/users/table.ts';
import { datetime, datetimeSchema, presenter, resource } from '../resource.ts';

/** A person as the team sees it. */
export const personResource = resource({
  type: 'user',
  name: 'Person',
  attributes: {
    email: z.email().describe('Sign-in address of the person, in lower case.'),
    name: z.string().describe('Full name of the person, as shown to others.'),
    role: z.enum(ROLES).describe(ROLE_MEANING),
    status: z
      .enum(['active', 'invited', 'disabled'])
      .describe(
        '`invited`: has not joined yet; `disabled`: may not sign in until an administrator of the service allows it.',
      ),
    invitation_expires_at: datetimeSchema
      .nullable()
      .describe('For invited people: when the invitation expires; null if it has, so that it must be sent again.'),
    joined_at: datetimeSchema
      .nullable()
      .describe('When the person accepted the invitation, or was added by an administrator; null if not yet.'),
    created_at: datetimeSchema,
  },
  present: (person: Person, { now }) => {
    const expiresAt = person.invitation_expires_at;
    const isOpen = person.joined_at === null && expiresAt !== null && expiresAt > now;
    return {
      attributes: {
        status: person.joined_at === null ? ('invited' as const) : person.status,
        invitation_expires_at: isOpen ? datetime(expiresAt) : null,
      },
    };
  },
});

const shownOnce = (what: string) =>
  z.url().nullable().describe(`${what}, shown once, to pass on; null if it was mailed, or the response is repeated.`);

/** An invited person, with the link where no mail was sent. */
export const invitedBody = presenter(
  z
    .object({
      data: personResource.schema,
      meta: z.object({ invitation_url: shownOnce('The link of the invitation') }),
    })
    .meta({ title: 'InvitedPersonAnswer' }),
  ({ person, invitationUrl }: Invited, context) => ({
    data: personResource.present(person, context),
    meta: { invitation_url: invitationUrl },
  }),
);

/** A link to set a new password. */
export const passwordResetBody = presenter(
  z
    .object({
      data: z.object({
        type: z.literal('password_reset'),
        id: z.int().positive().describe('Number of the person.'),
        attributes: z.object({ expires_at: datetimeSchema.describe('When the link expires, after an hour.') }),
      }),
      meta: z.object({ reset_url: shownOnce('The link') }),
    })
    .meta({ title: 'PasswordResetAnswer' }),
  ({ person, expiresAt, resetUrl }: PasswordReset) => ({
    data: { type: 'password_reset' as const, id: person.id, attributes: { expires_at: datetime(expiresAt) } },
    meta: { reset_url: resetUrl },
  }),
);
