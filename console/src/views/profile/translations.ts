import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the profile. */
export const translations = defineTranslations({
  area: 'profile',
  en: {
    title: 'Profile',
    lead: 'Language and time zone follow you to every browser.',
    name: 'Name',
    email: 'E-mail address',
    emailHelp: 'An owner or administrator can invite you under another address.',
    language: 'Language',
    timeZone: 'Time zone',
    ofBrowser: 'Browser default',
    save: 'Save',
    saved: 'Profile saved.',
  },
  de: {
    title: 'Profil',
    lead: 'Sprache und Zeitzone gelten in jedem Browser.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    emailHelp: 'Ein Inhaber oder Administrator kann dich unter einer anderen Adresse einladen.',
    language: 'Sprache',
    timeZone: 'Zeitzone',
    ofBrowser: 'Standard des Browsers',
    save: 'Speichern',
    saved: 'Profil gespeichert.',
  },
});
