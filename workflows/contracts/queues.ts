/** Workflows, and activities that only touch the database. */
export const MAIN_QUEUE = 'mw-main';
/** Activities that ask the AI; their number is what the provider can take. */
export const AI_QUEUE = 'mw-ai';
