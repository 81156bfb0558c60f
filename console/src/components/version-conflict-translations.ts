import { defineTranslations } from '../i18n/translations.ts';

/** Texts of the choice between two versions. */
export const translations = defineTranslations({
  area: 'versionConflict',
  en: {
    changedMeanwhile: 'Somebody else has changed this in the meantime',
    changedMeanwhileText:
      'Both of you have changed these fields. Fields that only one of you has changed are kept either way.',
    field: 'Field',
    theirVersion: 'Saved now',
    myVersion: 'Yours',
    saveMine: 'Save mine',
    takeTheirs: 'Discard mine',
  },
  de: {
    changedMeanwhile: 'Jemand anders hat das inzwischen geändert',
    changedMeanwhileText: 'Diese Felder habt ihr beide geändert. Was nur einer geändert hat, bleibt in jedem Fall.',
    field: 'Feld',
    theirVersion: 'Jetzt gespeichert',
    myVersion: 'Deine',
    saveMine: 'Meine speichern',
    takeTheirs: 'Meine verwerfen',
  },
});
