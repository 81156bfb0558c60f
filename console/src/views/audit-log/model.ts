/** Kinds of actors, as the API names them. */
export const ACTOR_KINDS = ['partner_key', 'user', 'client', 'administrator', 'system'] as const;
