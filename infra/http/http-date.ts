/** The oldest form of dates in HTTP, that of asctime; it names no zone, and means UTC. */
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * The moment of a date in an HTTP header, in any of the three forms of RFC 9110, section 5.6.7; milliseconds since 1970, NaN for other
 * texts. Without a zone it is in UTC, wherever the process runs.
 */
export function momentOfHttpDate(text: string): number {
  const date = text.trim();
  return Date.parse(ASCTIME.test(date) ? `${date} GMT` : date);
}
