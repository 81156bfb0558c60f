import type { Examples } from './example.ts';

/** Two emails that lead to a webinar. */
const examples: Examples = {
  en: {
    settings: {
      topic: 'Invite customers to a webinar about closing the month two days earlier',
      audience: 'Accountants who use our product',
      call_to_action: 'Register for the webinar on 12 May.',
      email_count: 2,
      language: 'en',
    },
    results: [
      `**Subject:** Two days that you get back every month

Hello,

most teams lose two days of each month-end close to the same three tasks: looking for receipts, asking for approvals, and correcting what was booked twice.

On 12 May we show how two of our customers hand these tasks to the system, with their real numbers and without slides. It takes 30 minutes, and you may ask everything.

**Register for the webinar on 12 May.** If you have no time, register all the same: you get the recording.

Kind regards`,
      `**Subject:** Tomorrow at ten: what changed for Northwind’s accountants

Hello,

before, the accountants of Northwind closed their month on the sixth working day. Now it is the fourth. The largest part of the difference was one rule for approvals, and it took an afternoon to set up.

Tomorrow at ten they tell how they did it, and what they would do differently.

There are still places. **Register for the webinar on 12 May**, and bring your questions about your own close.

Kind regards`,
    ],
  },
  de: {
    settings: {
      topic: 'Einladung zu einem Webinar: den Monat zwei Tage früher abschließen',
      audience: 'Buchhalterinnen und Buchhalter, die unser Produkt verwenden',
      call_to_action: 'Melde dich zum Webinar am 12. Mai an.',
      email_count: 2,
      language: 'de',
    },
    results: [
      `**Betreff:** Zwei Tage, die du jeden Monat zurückbekommst

Hallo,

die meisten Teams verlieren bei jedem Monatsabschluss zwei Tage an dieselben drei Aufgaben: Belege suchen, Freigaben einholen und doppelte Buchungen korrigieren.

Am 12. Mai zeigen wir, wie zwei unserer Kunden diese Aufgaben dem System überlassen, mit echten Zahlen und ohne Folien. Es dauert 30 Minuten, und du darfst alles fragen.

**Melde dich zum Webinar am 12. Mai an.** Wenn du keine Zeit hast, melde dich trotzdem an: Dann bekommst du die Aufzeichnung.

Viele Grüße`,
      `**Betreff:** Morgen um zehn: was sich in der Buchhaltung von Northwind geändert hat

Hallo,

früher schloss die Buchhaltung von Northwind den Monat am sechsten Arbeitstag ab, heute am vierten. Den größten Teil davon brachte eine einzige Regel für Freigaben, eingerichtet an einem Nachmittag.

Morgen um zehn erzählt das Team, wie es dazu kam und was es heute anders machen würde.

Es gibt noch Plätze. **Melde dich zum Webinar am 12. Mai an** und bring deine Fragen zum eigenen Abschluss mit.

Viele Grüße`,
    ],
  },
  es: {
    settings: {
      topic: 'Invitar a los clientes a un seminario web sobre cómo cerrar el mes dos días antes',
      audience: 'Contables que usan nuestro producto',
      call_to_action: 'Inscríbete en el seminario web del 12 de mayo.',
      email_count: 2,
      language: 'es',
    },
    results: [
      `**Asunto:** Dos días que recuperas cada mes

Hola:

la mayoría de los equipos pierde dos días de cada cierre en las mismas tres tareas: buscar justificantes, pedir aprobaciones y corregir asientos duplicados.

El 12 de mayo mostramos cómo dos de nuestros clientes dejan esas tareas al sistema, con cifras reales y sin diapositivas. Dura 30 minutos y puedes preguntar lo que quieras.

**Inscríbete en el seminario web del 12 de mayo.** Si no tienes tiempo, inscríbete igualmente y te enviaremos la grabación.

Un saludo`,
      `**Asunto:** Mañana a las diez: qué cambió en la contabilidad de Northwind

Hola:

antes, la contabilidad de Northwind cerraba el mes el sexto día hábil. Ahora lo hace el cuarto. La mayor parte de la diferencia se debe a una sola regla de aprobación, que se configuró en una tarde.

Mañana a las diez cuentan cómo lo hicieron y qué harían hoy de otra manera.

Aún quedan plazas. **Inscríbete en el seminario web del 12 de mayo** y trae tus preguntas sobre tu propio cierre.

Un saludo`,
    ],
  },
};

export default examples;
