import { defineTranslations } from '../i18n/translations.ts';

/** Texts of entries that are changed one by one. */
export const translations = defineTranslations({
  area: 'entries',
  en: {
    edit: 'Edit',
    editOne: (title: string) => `Edit: ${title}`,
    remove: 'Remove',
    removeOne: (title: string) => `Remove: ${title}`,
    up: 'Up',
    upOne: (title: string) => `Move up: ${title}`,
    apply: 'Apply',
  },
  de: {
    edit: 'Bearbeiten',
    editOne: (title) => `Bearbeiten: ${title}`,
    remove: 'Entfernen',
    removeOne: (title) => `Entfernen: ${title}`,
    up: 'Nach oben',
    upOne: (title) => `Nach oben verschieben: ${title}`,
    apply: 'Übernehmen',
  },
});
