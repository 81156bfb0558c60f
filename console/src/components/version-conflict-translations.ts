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
    changedMeanwhile: 'Jemand anderes hat das inzwischen geändert',
    changedMeanwhileText:
      'Ihr habt beide diese Felder geändert. Felder, die nur einer von euch geändert hat, bleiben in jedem Fall erhalten.',
    field: 'Feld',
    theirVersion: 'Aktuell gespeichert',
    myVersion: 'Deine Version',
    saveMine: 'Meine speichern',
    takeTheirs: 'Meine verwerfen',
  },
});
