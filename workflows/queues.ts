/** Workflows, and activities that only touch the database. */
export const MAIN_QUEUE = 'mw-main';
/** Activities that ask the AI; their number is what the provider can take. */
export const AI_QUEUE = 'mw-ai';
/** The same for executions of sandbox keys, which cost nothing and so have no limit of their own: they take no slot from others. */
export const AI_SANDBOX_QUEUE = 'mw-ai-sandbox';
/** Activities that read and score listings; each lasts up to 20 s and mostly waits. */
export const SEO_QUEUE = 'mw-seo';
/** Activities that send webhooks; each lasts up to a minute and mostly waits. */
export const WEBHOOKS_QUEUE = 'mw-webhooks';
/** Activities that read uploaded documents; each takes a core, and as much memory as a document may. */
export const KNOWLEDGE_QUEUE = 'mw-knowledge';

/** A queue that a worker serves. */
export type Queue =
  | typeof MAIN_QUEUE
  | typeof AI_QUEUE
  | typeof AI_SANDBOX_QUEUE
  | typeof SEO_QUEUE
  | typeof WEBHOOKS_QUEUE
  | typeof KNOWLEDGE_QUEUE;

/** Who serves a group of steps: transitions run within the workflow task, and what asks the AI has two queues, by the owner's kind of key. */
export const QUEUES_OF = {
  transitions: [MAIN_QUEUE],
  main: [MAIN_QUEUE],
  ai: [AI_QUEUE, AI_SANDBOX_QUEUE],
  seo: [SEO_QUEUE],
  webhooks: [WEBHOOKS_QUEUE],
  knowledge: [KNOWLEDGE_QUEUE],
} as const satisfies Record<string, readonly Queue[]>;

/** Steps that the same workers serve in the same way. */
export type StepGroup = keyof typeof QUEUES_OF;
