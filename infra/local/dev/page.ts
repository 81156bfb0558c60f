/** The console's page as the API serves it. */
export interface ServedPage {
  headers: Headers;
  html: string;
}

/** The page that Vite made, as the API would serve it. */
export interface DevPage {
  html: string;
  /** Scripts that stood in the page, which its policy forbids; they are served as files, in this order. */
  scripts: readonly string[];
}

const SETTINGS = /<meta name="marketwright" content="([^"]*)"/;
const NONCE = /'nonce-([^']+)'/;
const INLINE_SCRIPT = /<script type="module"(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * Puts the API's settings and nonce into Vite's page, and takes the scripts out that stand in it: the page is held to the same policy
 * as in production. Throws when the API's page has no settings or its policy no nonce.
 */
export function devPage(viteHtml: string, served: ServedPage, scriptUrl: (index: number) => string): DevPage {
  const settings = SETTINGS.exec(served.html)?.[1];
  const nonce = NONCE.exec(served.headers.get('Content-Security-Policy') ?? '')?.[1];
  if (settings === undefined || nonce === undefined) throw new Error('The API serves no page of the console.');
  const scripts: string[] = [];
  const html = viteHtml
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__SETTINGS__', settings)
    // Served by the API from its root; Vite takes it for a file of the console.
    .replace('href="/console/favicon.svg"', 'href="/favicon.svg"')
    .replace(INLINE_SCRIPT, (_script, code: string) => {
      scripts.push(code);
      return `<script type="module" src="${scriptUrl(scripts.length - 1)}"></script>`;
    });
  return { html, scripts };
}
