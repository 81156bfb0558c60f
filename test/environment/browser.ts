import { send } from './client.ts';
import { freshAddress } from './http.ts';
import { runningStack } from './running-stack.ts';

/** A page or redirect that a browser was given. */
export interface BrowserPage {
  status: number;
  headers: Headers;
  text: string;
  /** Where a redirect leads that the browser does not follow: to the program. */
  target: string | undefined;
}

/** A browser without scripts: it keeps cookies by path, follows redirects on the service, and sends the first form of a page. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();
  /** The address it comes from. */
  readonly address: string;

  constructor(address = freshAddress()) {
    this.address = address;
  }

  get(path: string): Promise<BrowserPage> {
    return this.#go('GET', new URL(path, runningStack().origins[0]));
  }

  /** Sends a form; `action` picks another than the first. */
  submit(page: BrowserPage, fields: Record<string, string>, action = formOf(page)): Promise<BrowserPage> {
    return this.post(action, fields);
  }

  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<BrowserPage> {
    const { origin } = new URL(runningStack().origins[0]);
    return this.#go('POST', new URL(path, origin), new URLSearchParams(fields), { Origin: origin, ...headers });
  }

  /** The cookies it would send to the path. */
  cookiesFor(path: string): string {
    const sent = [...this.#cookies].filter(([, cookie]) => isBelow(path, cookie.path));
    return sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  async #go(
    method: string,
    url: URL,
    body: URLSearchParams | null = null,
    headers: Record<string, string> = {},
  ): Promise<BrowserPage> {
    const response = await send(url, {
      method,
      body: body ?? undefined,
      headers: {
        Cookie: this.cookiesFor(url.pathname),
        'X-Forwarded-For': this.address,
        Accept: 'text/html',
        ...headers,
      },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line, url);
    const location = response.headers.get('Location');
    const page = { status: response.status, headers: response.headers, text: response.text, target: undefined };
    if (location === null) return page;
    const next = new URL(location, url);
    // The console is a program, too: its page for the outcome needs scripts.
    const isProgram = next.origin !== url.origin || next.pathname === '/console/callback';
    return !isProgram ? this.#go('GET', next) : { ...page, target: next.href };
  }

  #keep(line: string, url: URL): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? url.pathname;
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

/** Where the first form of a page leads. */
function formOf(page: BrowserPage): string {
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
  if (!action) throw new Error(`The page has no form: ${page.status} ${page.text}`);
  return action;
}

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}
