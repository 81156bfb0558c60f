import { momentIn } from './moment.ts';
import type { MailTexts } from './texts.ts';

const ROLES: Readonly<Record<string, string>> = {
  owner: 'owner',
  admin: 'admin',
  editor: 'editor',
  analyst: 'analyst',
  viewer: 'viewer',
};

/** What the subject says where something needs somebody who pays. */
const SUBJECTS: Readonly<Record<string, string>> = {
  low: 'Marketwright: credits are running low',
  exhausted: 'Marketwright: credits are used up',
  payment: 'Marketwright: a payment failed',
};

/** English. */
export const en: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} invites you to ${partner} on Marketwright`,
    paragraphs: [
      `${inviter} invites you to work with ${partner} on Marketwright, where the team makes its content and runs its place on the marketplace.`,
      `The invitation is for you alone and works once, within ${days} days. If you did not expect it, you need not do anything.`,
    ],
    action: 'Accept the invitation',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Set a new password for Marketwright',
    paragraphs: [
      'Somebody asked to set a new password for your account at Marketwright.',
      `The link works once, within ${minutes} minutes. If it was not you, you need not do anything: your password stays as it is.`,
    ],
    action: 'Set a new password',
  }),
  notifications: ({ count, failed, credits, payments = 0 }) => ({
    subject:
      SUBJECTS[credits ?? (payments > 0 ? 'payment' : 'other')] ??
      (count === 1 ? 'Something happened at Marketwright' : `${count} things happened at Marketwright`),
    paragraphs: [
      count === 1
        ? 'There is something new for you at the console.'
        : `There are ${count} new notifications for you at the console.`,
      ...(credits === 'low' ? ['Your credits are running low.'] : []),
      ...(credits === 'exhausted' ? ['Your credits are used up. New work is refused until some are bought.'] : []),
      ...(payments > 0
        ? [
            payments === 1
              ? 'A payment failed. Look at the payment method.'
              : `${payments} payments failed. Look at the payment method.`,
          ]
        : []),
      ...(failed > 0 ? [failed === 1 ? 'One execution failed.' : `${failed} executions failed.`] : []),
      'What you get by mail is yours to choose, beside the notifications.',
    ],
    action: 'See the notifications',
  }),
  security: (values) => {
    const { change, detail, by, name } = values;
    const who = { self: '', team: ` by ${name}`, operator: ' by the operator of the service' }[by];
    const [subject, what] = {
      password_changed: ['Your password was changed', `The password of your account was changed${who}.`],
      password_reset: ['Your password was replaced', 'A new password was set for your account through a link.'],
      totp_added: ['One-time codes are on', 'An app for one-time codes was set up for your account.'],
      totp_removed: ['One-time codes are off', 'The app for one-time codes was removed from your account.'],
      passkey_added: ['A passkey was added', `The passkey “${detail}” was added to your account.`],
      passkey_removed: ['A passkey was removed', `The passkey “${detail}” was removed from your account.`],
      recovery_codes_renewed: ['New recovery codes', 'New recovery codes were made; the earlier ones no longer work.'],
      second_factor_reset: [
        'Your second factors were removed',
        `The second factors of your account were removed${who}.`,
      ],
      role_changed: ['Your role was changed', `Your role was changed to ${ROLES[detail] ?? detail}${who}.`],
      new_device: ['New sign-in', `Somebody signed in to your account: ${detail}.`],
    }[change] as [string, string];
    return {
      subject: `Marketwright: ${subject}`,
      paragraphs: [
        `${what} This was on ${momentIn('en-GB', values.at, values.zone)}.`,
        by === 'self'
          ? 'If it was you, you need not do anything. If not, set a new password now (“Forgotten your password?” at the sign-in), end the sessions that you do not know, and tell an owner of your team.'
          : 'If you did not expect it, ask an owner of your team.',
      ],
      action: 'Check your account',
    };
  },
  copyLink: 'If the button does not work, copy this address into your browser:',
  footer: 'This mail was sent by Marketwright. Nobody reads replies to it.',
};
