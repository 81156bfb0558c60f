import { defineTranslations } from '../i18n/translations.ts';

/** Texts of the saved filters of lists. */
export const translations = defineTranslations({
  area: 'savedFilters',
  en: {
    hint: 'Choose filters first, then save them here.',
    save: 'Save this filter',
    reset: 'Clear filters',
    manage: 'Manage saved filters',
    name: 'Name',
    isDefault: 'Use by default',
    confirm: 'Save',
    saved: 'Filter saved.',
    rename: 'Rename',
    remove: 'Delete',
    removeOf: (name: string) => `Delete ${name}`,
    none: 'There are no saved filters for this list.',
    done: 'Done',
  },
  de: {
    hint: 'Wähle erst Filter, dann speichere sie hier.',
    save: 'Diesen Filter speichern',
    reset: 'Filter zurücksetzen',
    manage: 'Gespeicherte Filter verwalten',
    name: 'Name',
    isDefault: 'Standardmäßig verwenden',
    confirm: 'Speichern',
    saved: 'Filter gespeichert.',
    rename: 'Umbenennen',
    remove: 'Löschen',
    removeOf: (name) => `${name} löschen`,
    none: 'Für diese Liste gibt es keine gespeicherten Filter.',
    done: 'Fertig',
  },
});
