/** Agents that a partner may have, inactive ones included. */
export const MAX_AGENTS = 100;
