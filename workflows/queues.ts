/** Workflows, and activities that only touch the database. */
export const MAIN_QUEUE = 'mw-main';
/** Activities that ask the AI; the provider's capacity limits their number. */
export const AI_QUEUE = 'mw-ai';
/** The same for sandbox keys, whose executions are free and therefore unlimited: they use no slot of paid work. */
export const AI_SANDBOX_QUEUE = 'mw-ai-sandbox';
/** Activities that ask for embeddings; each lasts up to minutes, and nobody waits for them as for texts. */
export const EMBEDDINGS_QUEUE = 'mw-embeddings';
/** Activities that read and score listings; each lasts up to 20 s and mostly waits. */
export const SEO_QUEUE = 'mw-seo';
/** Activities that send webhooks; each lasts up to a minute and mostly waits. */
export const WEBHOOKS_QUEUE = 'mw-webhooks';
/** Activities that read uploaded documents; each uses a core, and up to the memory limit of a document. */
export const KNOWLEDGE_QUEUE = 'mw-knowledge';
/** Activities that send mails; each lasts seconds and mostly waits for the mail server. */
export const MAIL_QUEUE = 'mw-mail';

/** All queues. */
export const QUEUES = [
  MAIN_QUEUE,
  AI_QUEUE,
  AI_SANDBOX_QUEUE,
  EMBEDDINGS_QUEUE,
  SEO_QUEUE,
  WEBHOOKS_QUEUE,
  KNOWLEDGE_QUEUE,
  MAIL_QUEUE,
] as const;

/** A queue that a worker serves. */
export type Queue = (typeof QUEUES)[number];

/**
 * The queues of a group of steps. Transitions run within the workflow task, and in an outage from their queue; steps
 * that ask the AI have two queues, by the owner's kind of key. Runs of earlier releases ask for embeddings on the AI's
 * queue.
 */
export const QUEUES_OF = {
  transitions: [MAIN_QUEUE],
  main: [MAIN_QUEUE],
  ai: [AI_QUEUE, AI_SANDBOX_QUEUE],
  embeddings: [EMBEDDINGS_QUEUE, AI_SANDBOX_QUEUE, AI_QUEUE],
  seo: [SEO_QUEUE],
  webhooks: [WEBHOOKS_QUEUE],
  knowledge: [KNOWLEDGE_QUEUE],
  mail: [MAIL_QUEUE],
} as const satisfies Record<string, readonly Queue[]>;

/** Steps that the same workers serve with the same settings. */
export type StepGroup = keyof typeof QUEUES_OF;
