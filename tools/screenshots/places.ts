import type { Made } from './prepare.ts';

/** A view that is pictured. */
export interface Place {
  /** Name of the picture. */
  name: string;
  /** Where it is in the console. */
  path: string;
  /** The part of it at whose head the picture begins; undefined: all of it. */
  part?: string;
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
    { name: 'execution', path: `/executions/${made.campaign}`, part: 'Plan', documented: true },
    { name: 'board', path: '/board', documented: true },
    { name: 'content', path: '/content' },
    { name: 'content-new', path: '/content/new' },
    { name: 'content-trash', path: '/content/trash' },
    { name: 'content-item', path: `/content/${made.contentItem}` },
    { name: 'calendar', path: '/calendar', documented: true },
    { name: 'calendar-week', path: '/calendar?view=week' },
    { name: 'calendar-agenda', path: '/calendar?view=agenda' },
    { name: 'event-new', path: '/calendar?event=new' },
    { name: 'writer', path: '/writer' },
    { name: 'writer-template', path: '/writer/post_generator' },
    { name: 'writer-history', path: '/writer/history' },
    { name: 'case-studies', path: '/case-studies' },
    { name: 'case-study', path: `/case-studies/${made.caseStudy}` },
    { name: 'case-study-new', path: '/case-studies/new' },
    { name: 'templates', path: '/templates' },
    { name: 'template', path: `/templates/${made.template}` },
    { name: 'triggers', path: '/triggers' },
    { name: 'trigger', path: `/triggers/${made.trigger}` },
    { name: 'trigger-new', path: '/triggers/new' },
    { name: 'guardrails', path: '/guardrails' },
    { name: 'brand-voices', path: '/brand-voices' },
    { name: 'brand-voice', path: `/brand-voices/${made.brandVoice}` },
    { name: 'brand-voice-new', path: '/brand-voices/new' },
    { name: 'knowledge', path: '/knowledge' },
    { name: 'knowledge-base', path: `/knowledge/${made.knowledgeBase}` },
    { name: 'knowledge-document', path: `/knowledge/${made.knowledgeBase}/documents/${made.document}` },
    { name: 'knowledge-versions', path: `/knowledge/${made.knowledgeBase}/documents/${made.document}?tab=versions` },
    { name: 'knowledge-search', path: `/knowledge/${made.knowledgeBase}?q=${encodeURIComponent(made.query)}` },
    { name: 'knowledge-answer', path: `/knowledge/ask?execution=${made.answer}` },
    { name: 'evaluations', path: `/knowledge/${made.knowledgeBase}/evaluations` },
    { name: 'evaluation', path: `/knowledge/${made.knowledgeBase}/evaluations/${made.evaluation}` },
    { name: 'evaluation-edit', path: `/knowledge/${made.knowledgeBase}/evaluations/${made.evaluation}/edit` },
    {
      name: 'evaluation-run',
      path: `/knowledge/${made.knowledgeBase}/evaluations/${made.evaluation}/runs/${made.evaluationRun}`,
    },
    { name: 'listings', path: '/listings' },
    { name: 'listing', path: `/listings/${made.listing}`, documented: true },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhook', path: `/webhooks/${made.webhook}`, documented: true },
    { name: 'webhook-new', path: '/webhooks/new' },
    { name: 'webhook-events', path: '/webhooks/events' },
    { name: 'delivery', path: `/webhooks/${made.webhook}/deliveries/${made.delivery}` },
    { name: 'agents', path: '/agents' },
    { name: 'agent', path: `/agents/${made.agent}` },
    { name: 'agent-evaluations', path: '/agents/evaluations' },
    { name: 'agent-evaluation', path: `/agents/evaluations/${made.agentEvaluation}` },
    { name: 'agent-evaluation-edit', path: `/agents/evaluations/${made.agentEvaluation}/edit` },
    { name: 'agent-evaluation-run', path: `/agents/evaluations/${made.agentEvaluation}/runs/${made.agentRun}` },
    { name: 'dry-run', path: `/agents/${made.agent}/dry-runs/${made.dryRun}` },
    { name: 'invoices', path: '/invoices' },
    { name: 'invoice', path: `/invoices/${made.invoice}` },
    { name: 'usage', path: '/usage' },
    { name: 'credits', path: '/credits' },
    { name: 'connected-applications', path: '/connected-applications' },
    { name: 'people', path: '/people' },
    { name: 'profile', path: '/profile' },
    { name: 'security', path: '/security' },
    { name: 'keys', path: '/keys' },
    { name: 'audit-log', path: '/audit-log' },
    { name: 'notifications', path: '/notifications' },
  ];
}
