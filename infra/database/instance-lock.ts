/** First number of the advisory locks by which processes show that they live; the second is the process's own. */
export const INSTANCE_LOCK_CLASS = 7_310;
