import { defineTranslations } from '../../i18n/translations.ts';

/** Texts of the workflow templates. */
export const translations = defineTranslations({
  area: 'templates',
  en: {
    title: 'Templates',
    lead: 'Several capabilities in one go: one form for everything a use case needs.',
    category: 'Kind',
    empty: 'No templates',
    emptyText: 'There are none of this kind.',
    steps: 'Steps',
    after: (steps: readonly string[]) => `after ${steps.map((title) => `“${title}”`).join(', ')}`,
    optional: 'may fail',
    cost: (credits: string) => `About ${credits} credits`,
    input: 'Input',
    startFor: (credits: string) => `Start for about ${credits} credits`,
    trigger: 'Create a trigger for it',
    notAllowed: 'Your role may look at templates but not start them.',
  },
  de: {
    title: 'Vorlagen',
    lead: 'Mehrere Fähigkeiten auf einmal: ein Formular für alles, was ein Anwendungsfall braucht.',
    category: 'Art',
    empty: 'Keine Vorlagen',
    emptyText: 'Von dieser Art gibt es keine.',
    steps: 'Schritte',
    after: (steps) => `nach ${steps.map((title) => `„${title}“`).join(', ')}`,
    optional: 'darf fehlschlagen',
    cost: (credits) => `Etwa ${credits} Credits`,
    input: 'Eingaben',
    startFor: (credits) => `Für etwa ${credits} Credits starten`,
    trigger: 'Auslöser dafür erstellen',
    notAllowed: 'Deine Rolle darf Vorlagen ansehen, aber nicht starten.',
  },
});
