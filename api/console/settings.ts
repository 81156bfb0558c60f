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
  /** Page of the Temporal Web UI below which each run has its own, for links that owners are shown; undefined: there is none. */
  runs?: string | undefined;
}
