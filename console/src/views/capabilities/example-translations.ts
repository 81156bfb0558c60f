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
    input: 'Was eingegeben wurde',
    result: 'Was dabei herauskommen kann',
    use: 'Diese Angaben übernehmen',
    useInstead: 'Statt meiner diese Angaben übernehmen',
    used: 'Im Formular stehen jetzt die Angaben des Beispiels. Ändere sie nach Belieben; das Starten kostet, was auf der Schaltfläche steht.',
    undo: 'Rückgängig',
  },
});
