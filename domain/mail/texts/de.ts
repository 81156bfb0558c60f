import { momentIn } from './moment.ts';
import type { MailTexts } from './texts.ts';

const ROLES: Readonly<Record<string, string>> = {
  owner: 'Inhaber',
  admin: 'Administrator',
  editor: 'Redakteur',
  analyst: 'Analyst',
  viewer: 'Betrachter',
};

/** What the subject says where something needs somebody who pays. */
const SUBJECTS: Readonly<Record<string, string>> = {
  low: 'Marketwright: Guthaben niedrig',
  exhausted: 'Marketwright: Credits aufgebraucht',
  payment: 'Marketwright: Zahlung fehlgeschlagen',
};

/** German. */
export const de: MailTexts = {
  invitation: ({ inviter, partner, days }) => ({
    subject: `${inviter} lädt dich zu ${partner} auf Marketwright ein`,
    paragraphs: [
      `${inviter} lädt dich ein, mit ${partner} auf Marketwright zu arbeiten. Dort erstellt das Team seine Inhalte und pflegt seinen Auftritt auf dem Marktplatz.`,
      `Die Einladung gilt nur für dich und funktioniert einmal, innerhalb von ${days} Tagen. Wenn du sie nicht erwartet hast, brauchst du nichts zu tun.`,
    ],
    action: 'Einladung annehmen',
  }),
  password_reset: ({ minutes }) => ({
    subject: 'Neues Passwort für Marketwright',
    paragraphs: [
      'Für dein Marketwright-Konto wurde ein neues Passwort angefordert.',
      `Der Link funktioniert einmal, innerhalb von ${minutes} Minuten. Wenn du das nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt unverändert.`,
    ],
    action: 'Neues Passwort festlegen',
  }),
  notifications: ({ count, failed, credits, payments = 0 }) => ({
    subject:
      SUBJECTS[credits ?? (payments > 0 ? 'payment' : 'other')] ??
      (count === 1 ? 'Neues bei Marketwright' : `${count} Neuigkeiten bei Marketwright`),
    paragraphs: [
      count === 1
        ? 'In der Konsole gibt es eine neue Benachrichtigung für dich.'
        : `In der Konsole gibt es ${count} neue Benachrichtigungen für dich.`,
      ...(credits === 'low' ? ['Deine Credits gehen zur Neige.'] : []),
      ...(credits === 'exhausted'
        ? ['Deine Credits sind aufgebraucht. Neue Ausführungen werden abgelehnt, bis du welche kaufst.']
        : []),
      ...(payments > 0
        ? [
            payments === 1
              ? 'Eine Zahlung ist fehlgeschlagen. Prüfe bitte die Zahlungsmethode.'
              : `${payments} Zahlungen sind fehlgeschlagen. Prüfe bitte die Zahlungsmethode.`,
          ]
        : []),
      ...(failed > 0
        ? [failed === 1 ? 'Eine Ausführung ist fehlgeschlagen.' : `${failed} Ausführungen sind fehlgeschlagen.`]
        : []),
      'Was du per E-Mail erhältst, legst du bei den Benachrichtigungen fest.',
    ],
    action: 'Benachrichtigungen ansehen',
  }),
  security: (values) => {
    const { change, detail, by, name } = values;
    const who = { self: '', team: ` von ${name}`, operator: ' vom Betreiber des Dienstes' }[by];
    const [subject, what] = {
      password_changed: ['Dein Passwort wurde geändert', `Das Passwort deines Kontos wurde${who} geändert.`],
      password_reset: [
        'Dein Passwort wurde zurückgesetzt',
        'Für dein Konto wurde über einen Link ein neues Passwort festgelegt.',
      ],
      totp_added: ['Einmalcodes sind aktiviert', 'Für dein Konto wurde eine App für Einmalcodes eingerichtet.'],
      totp_removed: ['Einmalcodes sind deaktiviert', 'Die App für Einmalcodes wurde aus deinem Konto entfernt.'],
      passkey_added: ['Passkey hinzugefügt', `Der Passkey „${detail}“ wurde deinem Konto hinzugefügt.`],
      passkey_removed: ['Passkey entfernt', `Der Passkey „${detail}“ wurde aus deinem Konto entfernt.`],
      recovery_codes_renewed: [
        'Neue Wiederherstellungscodes',
        'Es wurden neue Wiederherstellungscodes generiert; die früheren funktionieren nicht mehr.',
      ],
      second_factor_reset: [
        'Deine zweiten Faktoren wurden entfernt',
        `Die zweiten Faktoren deines Kontos wurden${who} entfernt.`,
      ],
      role_changed: [
        'Deine Rolle wurde geändert',
        `Deine Rolle wurde${who} geändert. Sie ist jetzt: ${ROLES[detail] ?? detail}.`,
      ],
      new_device: ['Neue Anmeldung', `Bei deinem Konto hat sich jemand angemeldet: ${detail}.`],
    }[change] as [string, string];
    return {
      subject: `Marketwright: ${subject}`,
      paragraphs: [
        `${what} Das war am ${momentIn('de', values.at, values.zone)}.`,
        by === 'self'
          ? 'Wenn du das warst, brauchst du nichts zu tun. Wenn nicht, lege sofort ein neues Passwort fest („Passwort vergessen?“ bei der Anmeldung), beende die Sitzungen, die du nicht kennst, und informiere einen Inhaber deines Teams.'
          : 'Wenn du das nicht erwartet hast, frage einen Inhaber deines Teams.',
      ],
      action: 'Konto prüfen',
    };
  },
  copyLink: 'Wenn die Schaltfläche nicht funktioniert, kopiere diese Adresse in deinen Browser:',
  footer: 'Diese E-Mail kommt von Marketwright. Antworten darauf liest niemand.',
};
