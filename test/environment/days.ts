/** The day of now in UTC. */
export const today = () => new Date().toISOString().slice(0, 10);

/** The day on which this test file began, before it made anything: midnight may have passed since. */
export const FIRST_DAY = today();
