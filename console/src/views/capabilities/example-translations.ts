import { defineTranslations } from '../../i18n/translations.ts';

/** Texts around the example of a capability. */
export const translations = defineTranslations({
  area: 'capabilityExample',
  en: {
    title: (name: string) => `Example: ${name}`,
    note: 'We wrote this example. It is not one of your executions, and it costs nothing.',
    input: 'Input',
    result: 'Possible result',
    use: 'Use this input',
    useInstead: 'Replace my input with this',
    used: 'The form now has the input of the example. Change it as you like; starting costs what the button says.',
    undo: 'Undo',
  },
  de: {
    title: (name) => `Beispiel: ${name}`,
    note: 'Dieses Beispiel haben wir geschrieben. Es ist keine deiner Ausführungen und kostet nichts.',
    input: 'Eingaben',
    result: 'Mögliches Ergebnis',
    use: 'Diese Eingaben verwenden',
    useInstead: 'Meine Eingaben durch diese ersetzen',
    used: 'Das Formular enthält jetzt die Eingaben des Beispiels. Ändere sie nach Belieben; was das Starten kostet, steht auf der Schaltfläche.',
    undo: 'Rückgängig machen',
  },
});
