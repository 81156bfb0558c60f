/** First number of the advisory locks that mark live processes; the second identifies the process. */
export const INSTANCE_LOCK_CLASS = 7_310;
