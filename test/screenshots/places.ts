import type { Made } from './prepare.ts';

/** A view that is pictured. */
export interface Place {
  /** Name of the picture. */
  name: string;
  /** Where it is in the console. */
  path: string;
  /** Shown by README or docs, in light colours and a wide window. */
  documented?: true;
}

/** Every view of the console, with what the demonstration has left in it. */
export function placesOf(made: Made): Place[] {
  return [
    { name: 'overview', path: '/', documented: true },
    { name: 'capabilities', path: '/capabilities' },
    { name: 'capability', path: '/capabilities/blog_post' },
    { name: 'executions', path: '/executions' },
    { name: 'execution', path: `/executions/${made.campaign}`, documented: true },
    { name: 'board', path: '/board', documented: true },
    { name: 'content-item', path: `/content/${made.contentItem}` },
    { name: 'calendar', path: '/calendar', documented: true },
    { name: 'writer', path: '/writer' },
    { name: 'writer-template', path: '/writer/post_generator' },
    { name: 'case-studies', path: '/case-studies' },
    { name: 'case-study', path: `/case-studies/${made.caseStudy}` },
    { name: 'templates', path: '/templates' },
    { name: 'triggers', path: '/triggers' },
    { name: 'trigger', path: `/triggers/${made.trigger}` },
    { name: 'brand-voices', path: '/brand-voices' },
    { name: 'knowledge', path: '/knowledge' },
    { name: 'listings', path: '/listings' },
    { name: 'listing', path: `/listings/${made.listing}`, documented: true },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook', path: `/webhooks/${made.webhook}`, documented: true },
    { name: 'agents', path: '/agents' },
    { name: 'agent', path: `/agents/${made.agent}` },
    { name: 'dry-run', path: `/agents/${made.agent}/dry-runs/${made.dryRun}` },
    { name: 'invoices', path: '/invoices' },
    { name: 'usage', path: '/invoices/usage' },
    { name: 'connected-applications', path: '/connected-applications' },
  ];
}
