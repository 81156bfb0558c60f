/** Where the console is served. */
export const CONSOLE_PREFIX = '/console';

/** Settings in the console's page; they are public. */
export interface ConsoleSettings {
  /** The only origin where people can sign in. */
  origin: string;
  oauth: {
    issuer: string;
    clientId: string;
    scope: string;
    /** Audience of its tokens (RFC 8707). */
    resource: string;
  };
}
