import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the checklist of first steps. */
export const translations = defineTranslations({
  area: 'firstSteps',
  en: {
    title: 'First steps',
    progress: (done: string, all: string) => `${done} of ${all} done`,
    hide: 'Hide',
    hidden: 'The first steps are hidden.',
    undo: 'Undo',
    done: 'Done',
    brand_voice: 'Describe your brand’s voice',
    brand_voiceText: 'Everything written afterwards follows it.',
    document: 'Upload a document',
    documentText: 'Texts and answers draw on it, and cite it.',
    content: 'Create your first post',
    contentText: 'An example shows a possible result first, free of charge.',
    webhook: 'Set up a webhook',
    webhookText: 'It notifies your program when something is ready.',
  },
  de: {
    title: 'Erste Schritte',
    progress: (done, all) => `${done} von ${all} erledigt`,
    hide: 'Ausblenden',
    hidden: 'Die ersten Schritte sind ausgeblendet.',
    undo: 'Rückgängig machen',
    done: 'Erledigt',
    brand_voice: 'Beschreibe die Stimme deiner Marke',
    brand_voiceText: 'Alles, was danach geschrieben wird, richtet sich danach.',
    document: 'Lade ein Dokument hoch',
    documentText: 'Texte und Antworten stützen sich darauf und zitieren es.',
    content: 'Erstelle deinen ersten Beitrag',
    contentText: 'Ein Beispiel zeigt vorab kostenlos ein mögliches Ergebnis.',
    webhook: 'Richte einen Webhook ein',
    webhookText: 'Er benachrichtigt dein Programm, wenn etwas fertig ist.',
  },
});
