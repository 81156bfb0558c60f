import { catalogue } from '../../i18n/texts.ts';

/** Texts of the capabilities. */
export const texts = catalogue({
  en: {
    title: 'Capabilities',
    lead: 'What the service can make for you. Choose one, fill in its form, and read the result when it is ready.',
    search: 'Search',
    category: 'Category',
    beta: 'Beta',
    empty: 'No capability fits',
    emptyText: 'Try fewer words, or another category.',
    cost: (credits: string) => (credits === '1' ? 'about 1 credit' : `about ${credits} credits`),
    free: 'free of charge',
    start: 'Start',
    startFor: (credits: string) =>
      credits === '1' ? 'Start for about 1 credit' : `Start for about ${credits} credits`,
    priority: 'Priority',
    settings: 'Settings',
    termsHint: 'Type one, then press Enter',
    notAllowed: 'Your role may look at capabilities but not start them.',
  },
  de: {
    title: 'Fähigkeiten',
    lead: 'Was der Dienst für Sie erstellen kann. Wählen Sie eine aus, füllen Sie ihr Formular aus und lesen Sie das Ergebnis, sobald es fertig ist.',
    search: 'Suchen',
    category: 'Art',
    beta: 'Beta',
    empty: 'Keine Fähigkeit passt',
    emptyText: 'Versuchen Sie weniger Wörter oder eine andere Art.',
    cost: (credits) => (credits === '1' ? 'etwa 1 Credit' : `etwa ${credits} Credits`),
    free: 'kostenlos',
    start: 'Starten',
    startFor: (credits) => (credits === '1' ? 'Für etwa 1 Credit starten' : `Für etwa ${credits} Credits starten`),
    priority: 'Priorität',
    settings: 'Einstellungen',
    termsHint: 'Eines eingeben, dann Eingabetaste',
    notAllowed: 'Ihre Rolle darf Fähigkeiten ansehen, aber nicht starten.',
  },
});
