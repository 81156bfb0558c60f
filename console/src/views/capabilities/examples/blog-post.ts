import type { Examples } from './example.ts';

/** A blog post of about 200 words. */
const examples: Examples = {
  en: {
    settings: {
      topic: 'Why an audit log saves time in support, with an example from accounting',
      audience: 'Heads of finance of mid-sized companies',
      keywords: ['audit log', 'month-end close'],
      call_to_action: 'Start a trial from our marketplace listing.',
      length_words: 200,
      language: 'en',
    },
    results: [
      `# Who changed this invoice? An audit log answers in a minute

It is the last day of the month, and an invoice is 400 euros too low. Nobody remembers touching it. Three people search their mail, two call support, and the month-end close waits.

An audit log ends this search before it begins. It keeps who changed what, and when, in the order in which it happened.

## What it looks like in accounting

Maria opens the invoice and then its history. Two lines are enough:

- **Monday, 9:14** – the import created the invoice with 12 items.
- **Tuesday, 16:02** – Jonas removed item 7 as a duplicate.

Jonas confirms that it was no duplicate, puts the item back, and the books are closed before lunch. Support never heard of it.

## Three questions to ask of an audit log

1. Can everybody who needs it read it without asking an administrator?
2. Does it show the value before and after?
3. Can nobody change it, administrators included?

If all three answers are yes, most questions about the past answer themselves.

**Start a trial from our marketplace listing**, and look at the history of your first invoice.`,
    ],
  },
  de: {
    settings: {
      topic: 'Warum ein Änderungsprotokoll im Support Zeit spart, mit einem Beispiel aus der Buchhaltung',
      audience: 'Leitung der Finanzabteilung mittelständischer Unternehmen',
      keywords: ['Änderungsprotokoll', 'Monatsabschluss'],
      call_to_action: 'Teste uns über unseren Eintrag im Marktplatz.',
      length_words: 200,
      language: 'de',
    },
    results: [
      `# Wer hat diese Rechnung geändert? Das Änderungsprotokoll weiß es sofort

Es ist der letzte Tag des Monats, und auf einer Rechnung fehlen 400 Euro. Niemand erinnert sich. Drei Leute durchsuchen ihre Mails, zwei rufen den Support an, und der Monatsabschluss wartet.

Ein Änderungsprotokoll beendet diese Suche, bevor sie beginnt. Es hält fest, wer was wann geändert hat, in der richtigen Reihenfolge.

## So sieht das in der Buchhaltung aus

Maria öffnet die Rechnung und dann ihren Verlauf. Zwei Zeilen genügen:

- **Montag, 9:14 Uhr** – der Import legt die Rechnung mit 12 Positionen an.
- **Dienstag, 16:02 Uhr** – Jonas entfernt Position 7 als doppelt.

Jonas sieht nach: Sie war nicht doppelt. Er stellt sie wieder her, und vor dem Mittagessen ist der Monat abgeschlossen. Der Support hat davon nie erfahren.

## Drei Fragen an ein Änderungsprotokoll

1. Können es alle lesen, die es brauchen, ohne jemanden zu bitten?
2. Zeigt es den Wert vorher und nachher?
3. Kann es niemand ändern, auch keine Administratorin?

Lautet die Antwort dreimal Ja, beantworten sich die meisten Fragen zur Vergangenheit von selbst.

**Teste uns über unseren Eintrag im Marktplatz** und sieh dir den Verlauf deiner ersten Rechnung an.`,
    ],
  },
  es: {
    settings: {
      topic: 'Por qué un registro de cambios ahorra tiempo al soporte, con un ejemplo de contabilidad',
      audience: 'Responsables de finanzas de empresas medianas',
      keywords: ['registro de cambios', 'cierre de mes'],
      call_to_action: 'Pruébanos desde nuestra ficha en el marketplace.',
      length_words: 200,
      language: 'es',
    },
    results: [
      `# ¿Quién cambió esta factura? El registro de cambios lo sabe

Es el último día del mes y a una factura le faltan 400 euros. Nadie recuerda haberla tocado. Tres personas buscan en su correo, dos llaman a soporte y el cierre de mes espera.

Un registro de cambios termina con esa búsqueda antes de que empiece. Guarda quién cambió qué y cuándo, en el orden en que ocurrió.

## Cómo se ve en contabilidad

María abre la factura y después su historial. Bastan dos líneas:

- **Lunes, 9:14** – la importación creó la factura con 12 conceptos.
- **Martes, 16:02** – Jonás eliminó el concepto 7 por estar duplicado.

Jonás comprueba que no lo estaba, lo recupera y el mes queda cerrado antes de comer. Soporte nunca se enteró.

## Tres preguntas para un registro de cambios

1. ¿Puede leerlo quien lo necesita sin pedir ayuda?
2. ¿Muestra el valor de antes y el de después?
3. ¿Es imposible modificarlo, también para los administradores?

Si las tres respuestas son sí, casi todas las preguntas sobre el pasado se responden solas.

**Pruébanos desde nuestra ficha en el marketplace** y mira el historial de tu primera factura.`,
    ],
  },
};

export default examples;
