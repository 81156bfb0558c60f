/** Name of the guide for people. */
export const PEOPLE_GUIDE = 'using-the-console';

/** What helps in a view: a heading of the guide for people, and a guide of its own, which programs read, too. */
interface Topic {
  heading: string;
  guide?: string;
}

/** By the beginning of the address; `test/console-texts.test.ts` looks for each. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  '/': { heading: 'Overview' },
  '/capabilities': { heading: 'Making content', guide: 'capabilities' },
  '/executions': { heading: 'Making content', guide: 'capabilities' },
  '/writer': { heading: 'Writer', guide: 'ai-writer' },
  '/case-studies': { heading: 'Case studies', guide: 'case-studies' },
  '/templates': { heading: 'Templates', guide: 'templates' },
  '/brand-voices': { heading: 'Brand voices', guide: 'brand-voices' },
  '/knowledge': { heading: 'Knowledge', guide: 'knowledge-bases' },
  '/guardrails': { heading: 'Guardrails', guide: 'guardrails' },
  '/board': { heading: 'Board' },
  '/content': { heading: 'Content', guide: 'content-items' },
  '/calendar': { heading: 'Calendar', guide: 'gtm-schedule' },
  '/triggers': { heading: 'Triggers', guide: 'triggers' },
  '/listings': { heading: 'Listings', guide: 'seo' },
  '/agents': { heading: 'Agents', guide: 'agents' },
  '/invoices': { heading: 'Invoices', guide: 'billing' },
  '/usage': { heading: 'Usage', guide: 'billing' },
  '/credits': { heading: 'Credits and plan', guide: 'billing' },
  '/webhooks': { heading: 'Webhooks', guide: 'webhooks' },
  '/connected-applications': { heading: 'Connected applications', guide: 'oauth' },
  '/people': { heading: 'People and roles', guide: 'oauth' },
  '/profile': { heading: 'Profile' },
  '/security': { heading: 'Security' },
  '/keys': { heading: 'API keys', guide: 'clients' },
  '/audit-log': { heading: 'Audit log' },
  '/notifications': { heading: 'Notifications' },
};

const ANY: Topic = { heading: 'Finding your way' };

/** The topic of an address of the console. */
export function topicOf(path: string): Topic {
  const [, first = ''] = path.split('/');
  return TOPICS[`/${first}`] ?? ANY;
}
