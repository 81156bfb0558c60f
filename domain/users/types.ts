/** Whether a user may sign in and their tokens are taken. */
export const USER_STATUSES = ['active', 'disabled'] as const;
