import type { Examples } from './example.ts';

/** Three posts about one feature. */
const examples: Examples = {
  en: {
    settings: {
      topic: 'Our product now warns before a subscription of a customer runs out',
      keywords: ['#SaaS', '#CustomerSuccess'],
      link: 'https://example.com/renewals',
      post_count: 3,
      language: 'en',
    },
    results: [
      'A customer who forgets to renew did not decide to leave. From today we tell you 30 days before, while a short call still helps. https://example.com/renewals #SaaS',
      'What does a forgotten renewal cost? For one of our customers it was eleven contracts in a year. The reminder took them five minutes to set up. #CustomerSuccess',
      'No more spreadsheet with the end dates of contracts: our product knows them, and speaks up in time. See how: https://example.com/renewals #SaaS #CustomerSuccess',
    ],
  },
  de: {
    settings: {
      topic: 'Unser Produkt warnt jetzt, bevor das Abonnement eines Kunden ausläuft',
      keywords: ['#SaaS', '#Kundenbindung'],
      link: 'https://example.com/verlaengerung',
      post_count: 3,
      language: 'de',
    },
    results: [
      'Wer vergisst zu verlängern, hat sich nicht gegen dich entschieden. Ab heute melden wir uns 30 Tage vorher, solange ein kurzer Anruf noch hilft. https://example.com/verlaengerung #SaaS',
      'Was kostet eine vergessene Verlängerung? Bei einem unserer Kunden waren es elf Verträge im Jahr. Die Erinnerung war in fünf Minuten eingerichtet. #Kundenbindung',
      'Schluss mit der Tabelle voller Vertragsenden: Unser Produkt kennt sie und sagt rechtzeitig Bescheid. So geht es: https://example.com/verlaengerung #SaaS #Kundenbindung',
    ],
  },
  es: {
    settings: {
      topic: 'Nuestro producto avisa ahora antes de que venza la suscripción de un cliente',
      keywords: ['#SaaS', '#Fidelización'],
      link: 'https://example.com/renovaciones',
      post_count: 3,
      language: 'es',
    },
    results: [
      'Quien olvida renovar no ha decidido marcharse. Desde hoy avisamos 30 días antes, cuando una breve llamada todavía ayuda. https://example.com/renovaciones #SaaS',
      '¿Cuánto cuesta una renovación olvidada? Para uno de nuestros clientes fueron once contratos en un año. Configurar el aviso llevó cinco minutos. #Fidelización',
      'Adiós a la hoja de cálculo con las fechas de los contratos: nuestro producto las conoce y avisa a tiempo. Así funciona: https://example.com/renovaciones #SaaS #Fidelización',
    ],
  },
};

export default examples;
