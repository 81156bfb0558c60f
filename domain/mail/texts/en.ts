import type { MailTexts } from './texts.ts';

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
  notifications: ({ count, failed }) => ({
    subject: count === 1 ? 'Something happened at Marketwright' : `${count} things happened at Marketwright`,
    paragraphs: [
      count === 1
        ? 'There is something new for you at the console.'
        : `There are ${count} new notifications for you at the console.`,
      ...(failed > 0 ? [failed === 1 ? 'One execution failed.' : `${failed} executions failed.`] : []),
      'What you get by mail is yours to choose, beside the notifications.',
    ],
    action: 'See the notifications',
  }),
  copyLink: 'If the button does not work, copy this address into your browser:',
  footer: 'This mail was sent by Marketwright. Nobody reads replies to it.',
};
