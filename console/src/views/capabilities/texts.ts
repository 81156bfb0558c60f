import { catalogue } from '../../i18n/texts.ts';

/** Texts of the capabilities. */
export const texts = catalogue({
  en: {
    title: 'Capabilities',
    search: 'Search',
    category: 'Category',
    beta: 'Beta',
    empty: 'No capability fits',
    emptyText: 'Try fewer words, or another category.',
    cost: (credits: string) => `about ${credits} credits`,
    free: 'free of charge',
    start: 'Start',
    startFor: (credits: string) => `Start for about ${credits} credits`,
    priority: 'Priority',
    settings: 'Settings',
    notAllowed: 'Your role may look at capabilities but not start them.',
  },
  de: {
    title: 'Fähigkeiten',
    search: 'Suchen',
    category: 'Art',
    beta: 'Beta',
    empty: 'Keine Fähigkeit passt',
    emptyText: 'Versuchen Sie weniger Wörter oder eine andere Art.',
    cost: (credits) => `etwa ${credits} Credits`,
    free: 'kostenlos',
    start: 'Starten',
    startFor: (credits) => `Für etwa ${credits} Credits starten`,
    priority: 'Priorität',
    settings: 'Einstellungen',
    notAllowed: 'Ihre Rolle darf Fähigkeiten ansehen, aber nicht starten.',
  },
});
