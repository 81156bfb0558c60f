import type { MailTexts } from './texts.ts';

/** German. */
export const de: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} lädt dich zu ${partner} auf Marketwright ein`,
    paragraphs: [
      `${inviter} lädt dich ein, mit ${partner} auf Marketwright zu arbeiten. Dort erstellt das Team seine Inhalte und pflegt seinen Auftritt auf dem Marktplatz.`,
      `Die Einladung gilt nur für dich, einmal und ${days} Tage lang. Wenn du sie nicht erwartet hast, brauchst du nichts zu tun.`,
    ],
    action: 'Einladung annehmen',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Neues Passwort für Marketwright',
    paragraphs: [
      'Für dein Konto bei Marketwright soll ein neues Passwort festgelegt werden.',
      `Der Link gilt einmal und ${minutes} Minuten lang. Wenn du das nicht veranlasst hast, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.`,
    ],
    action: 'Neues Passwort festlegen',
  }),
  notifications: ({ count, failed }) => ({
    subject: count === 1 ? 'Neues bei Marketwright' : `${count} Neuigkeiten bei Marketwright`,
    paragraphs: [
      count === 1
        ? 'In der Konsole gibt es eine neue Benachrichtigung für dich.'
        : `In der Konsole gibt es ${count} neue Benachrichtigungen für dich.`,
      ...(failed > 0
        ? [failed === 1 ? 'Eine Ausführung ist fehlgeschlagen.' : `${failed} Ausführungen sind fehlgeschlagen.`]
        : []),
      'Was du per E-Mail bekommst, wählst du neben den Benachrichtigungen.',
    ],
    action: 'Benachrichtigungen ansehen',
  }),
  copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopiere diese Adresse in deinen Browser:',
  footer: 'Diese E-Mail kommt von Marketwright. Antworten darauf liest niemand.',
};
