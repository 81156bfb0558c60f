import { defineTranslations } from '../../i18n/translations.ts';

/** Texts around the changelog, whose entries are in English. */
export const translations = defineTranslations({
  area: 'changelog',
  en: {
    title: 'What’s new',
    lead: 'Changes to the console, newest first.',
    inEnglish: 'The entries are in English.',
    upcoming: 'Unreleased',
    version: (number: string) => `Version ${number}`,
    Added: 'New',
    Changed: 'Changed',
    Deprecated: 'Deprecated',
    Removed: 'Removed',
    Fixed: 'Fixed',
    Security: 'Security',
  },
  de: {
    title: 'Neuerungen',
    lead: 'Was sich in der Konsole geändert hat, das Neueste zuerst.',
    inEnglish: 'Die Einträge sind auf Englisch.',
    upcoming: 'Unveröffentlicht',
    version: (number) => `Version ${number}`,
    Added: 'Neu',
    Changed: 'Geändert',
    Deprecated: 'Veraltet',
    Removed: 'Entfernt',
    Fixed: 'Behoben',
    Security: 'Sicherheit',
  },
});
