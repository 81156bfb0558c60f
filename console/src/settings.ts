/** What the service says of itself in the page. */
export interface Settings {
  /** The only origin under which people sign in. */
  origin: string;
  oauth: {
    issuer: string;
    clientId: string;
    scope: string;
    /** What the tokens are for (RFC 8707). */
    resource: string;
  };
}

/** The settings that the API wrote into the page. */
export const settings: Settings = JSON.parse(meta('marketwright')?.content ?? '');

/** What the policy of this page allows style elements by. */
export const styleNonce: string = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Where the console lives on its origin; no trailing slash. */
export const BASE_PATH = '/console';

/** Where the issuer sends people back to, and where they come to once they have signed out. */
export const AUTH_URLS = {
  callback: `${location.origin}${BASE_PATH}/callback`,
  signedOut: `${location.origin}${BASE_PATH}/signed-out`,
};

function meta(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[name="${name}"]`);
}
