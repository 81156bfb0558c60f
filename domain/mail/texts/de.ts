import type { MailTexts } from './texts.ts';

/** German. */
export const de: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} lädt Sie zu ${partner} auf Marketwright ein`,
    paragraphs: [
      `${inviter} lädt Sie ein, mit ${partner} auf Marketwright zu arbeiten. Dort erstellt das Team seine Inhalte und pflegt seinen Auftritt auf dem Marktplatz.`,
      `Die Einladung gilt nur für Sie, einmal und ${days} Tage lang. Wenn Sie sie nicht erwartet haben, brauchen Sie nichts zu tun.`,
    ],
    action: 'Einladung annehmen',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Neues Passwort für Marketwright',
    paragraphs: [
      'Für Ihr Konto bei Marketwright soll ein neues Passwort festgelegt werden.',
      `Der Link gilt einmal und ${minutes} Minuten lang. Wenn Sie das nicht veranlasst haben, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.`,
    ],
    action: 'Neues Passwort festlegen',
  }),
  notifications: ({ count, failed }) => ({
    subject: count === 1 ? 'Neues bei Marketwright' : `${count} Neuigkeiten bei Marketwright`,
    paragraphs: [
      count === 1
        ? 'In der Konsole gibt es eine neue Benachrichtigung für Sie.'
        : `In der Konsole gibt es ${count} neue Benachrichtigungen für Sie.`,
      ...(failed > 0
        ? [failed === 1 ? 'Eine Ausführung ist fehlgeschlagen.' : `${failed} Ausführungen sind fehlgeschlagen.`]
        : []),
      'Was Sie per E-Mail bekommen, wählen Sie neben den Benachrichtigungen.',
    ],
    action: 'Benachrichtigungen ansehen',
  }),
  copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  footer: 'Diese E-Mail kommt von Marketwright. Antworten darauf liest niemand.',
};
