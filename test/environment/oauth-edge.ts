import { pino } from 'pino';
import { clientAddress } from '../../api/middleware/client-address.ts';
import { createOauth } from '../../api/oauth/oauth.ts';
import type { Route } from '../../api/route.ts';
import { createRateLimiter } from '../../domain/rate-limits/limiter.ts';
import { loadServiceConfig, type OauthConfig } from '../../infra/config/service.ts';
import { createGuardedClient, type GuardedClient } from '../../infra/http/guarded-client.ts';
import { startTestEdge, type TestAnswer, type TestEdge } from './edge.ts';
import type { TestService } from './service.ts';

/** OAuth as these variables configure it. */
export function oauthConfigOf(variables: Record<string, string>): OauthConfig {
  const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
  return loadServiceConfig({
    DATABASE_URL: 'postgres://x',
    TEMPORAL_ADDRESS: 'x:1',
    SECRETS_KEY,
    OPENAI_API_KEY: 'x',
    ...variables,
  }).oauth;
}

/** Settings of startOauthEdge. */
export interface OauthTestOptions {
  variables?: Record<string, string>;
  publicUrl?: string;
  routes?: readonly Route[];
  /** What calls the sites of clients; public https sites when absent. */
  sites?: GuardedClient;
  /** Called with each line that OAuth logs. */
  onLog?: (line: string) => void;
}

/** An edge with OAuth. It believes the X-Forwarded-For of this machine. */
export function startOauthEdge(service: TestService, options: OauthTestOptions = {}): Promise<TestEdge> {
  const { variables = {}, publicUrl = 'https://api.example', routes = [], onLog = () => undefined } = options;
  const { sites = createGuardedClient({ allowHttp: false, allowedNetworks: [], proxy: undefined }) } = options;
  const { deps } = service;
  const common = { deps, limiter: createRateLimiter(deps), clientAddress: clientAddress(['127.0.0.1']) };
  const log = pino({ level: 'debug' }, { write: onLog });
  const oauth = createOauth({ ...common, log, config: oauthConfigOf(variables), publicUrl, sites });
  const authenticators = [oauth.accessTokens.authenticator];
  return startTestEdge(service, routes, { ...common, oauth, authenticators, http: { publicUrl } });
}

/** What a browser keeps between requests, without regard to paths. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** The value of the Cookie header. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Keeps what an answer sets. */
  keep({ headers }: TestAnswer): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
