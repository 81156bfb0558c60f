/** Settings that the API writes into the page. */
export interface Settings {
  /** The only origin at which people can sign in. */
  origin: string;
  oauth: {
    issuer: string;
    clientId: string;
    scope: string;
    /** Audience of the tokens (RFC 8707). */
    resource: string;
  };
}

/** Settings of this deployment. */
export const settings: Settings = JSON.parse(meta('marketwright')?.content ?? '');

/** Nonce of the page's content security policy for style elements. */
export const styleNonce: string = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Base path of the console, without a trailing slash. */
export const BASE_PATH = '/console';

/** Redirect addresses of the issuer after sign-in and sign-out. */
export const AUTH_URLS = {
  callback: `${location.origin}${BASE_PATH}/callback`,
  signedOut: `${location.origin}${BASE_PATH}/signed-out`,
};

function meta(name: string): HTMLMetaElement | null {
  return document.querySelector(`meta[name="${name}"]`);
}
