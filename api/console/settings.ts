/** Where the console is served. */
export const CONSOLE_PREFIX = '/console';

/** What the console's page is told; everybody may read it. */
export interface ConsoleSettings {
  /** The only origin under which people sign in. */
  origin: string;
  oauth: {
    issuer: string;
    clientId: string;
    scope: string;
    /** What its tokens are for (RFC 8707). */
    resource: string;
  };
}
