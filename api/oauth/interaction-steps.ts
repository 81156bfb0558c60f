/** Steps of an interaction that serve the second factor. */
export const FACTOR_STEPS = ['factor', 'enrol', 'continue', 'restart', 'passkey', 'challenge'] as const;

/** Steps of an interaction, each with a path of its own, which forms are sent to. */
export const INTERACTION_STEPS = ['login', 'consent', 'cancel', ...FACTOR_STEPS] as const;
