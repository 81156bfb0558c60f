import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the help beside the view. */
export const translations = defineTranslations({
  area: 'help',
  en: {
    help: 'Help',
    close: 'Close the help',
    back: 'Back to this view',
    more: 'More help',
    guideOfSubject: 'The full guide to this subject, with the API',
    wholeGuide: 'The whole guide, in a new tab',
    inEnglish: 'Guides are in English.',
    news: 'What’s new',
    somethingNew: 'What’s new: there are changes',
    shortcuts: 'Keyboard shortcuts',
    accessibility: 'Accessibility',
  },
  de: {
    help: 'Hilfe',
    close: 'Hilfe schließen',
    back: 'Zurück zu dieser Ansicht',
    more: 'Mehr Hilfe',
    guideOfSubject: 'Die ganze Anleitung zu diesem Thema, mit der API',
    wholeGuide: 'Die ganze Anleitung, in einem neuen Tab',
    inEnglish: 'Die Anleitungen sind auf Englisch.',
    news: 'Neuerungen',
    somethingNew: 'Neuerungen: Es gibt Änderungen',
    shortcuts: 'Tastenkürzel',
    accessibility: 'Barrierefreiheit',
  },
});
