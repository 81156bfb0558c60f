/**
 * An API process whose token verifier accepts test tokens. Its argument is McpProcessSettings as
 * JSON. Writes its port when it listens.
 */

import { createApp } from '../../api/app.ts';
import { routesOf } from '../../api/area.ts';
import { AREAS } from '../../api/areas.ts';
import { listen } from '../../api/listen.ts';
import { clientAddress } from '../../api/middleware/client-address.ts';
import { createOauth } from '../../api/oauth/oauth.ts';
import { addDefaultAgents } from '../../domain/agents/default-agents.ts';
import { commitStatement } from '../../domain/commit-statement.ts';
import { adminKeyAuthenticator, partnerKeyAuthenticator } from '../../domain/credentials/authenticator.ts';
import { createUseCounter } from '../../domain/credentials/use-counter.ts';
import { capabilities } from '../../domain/features.ts';
import type { Command } from '../../domain/kernel/command.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { limitsOf } from '../../domain/kernel/limits.ts';
import { notifyInviter } from '../../domain/notifications/notify-inviter.ts';
import { notifyOfSecurityChange } from '../../domain/notifications/notify-of-security-change.ts';
import { createRateLimiter } from '../../domain/rate-limits/limiter.ts';
import { fanOut } from '../../domain/subscribers.ts';
import * as tables from '../../domain/tables.ts';
import { loadServiceConfig } from '../../infra/config/service.ts';
import { tablesOf } from '../../infra/database/table.ts';
import { createPlatform } from '../../infra/platform.ts';
import { createLogger } from '../../infra/telemetry/log.ts';
import { createRegistry } from '../../infra/telemetry/metrics.ts';
import { engineCommand } from '../../workflows/contracts.ts';
import { createFixtures } from './fixtures.ts';
import type { McpProcessSettings } from './process.ts';
import { testTokens } from './tokens.ts';

const { fixtures, realTokens, times, maxStreamsPerPartner }: McpProcessSettings = JSON.parse(process.argv[2] ?? '{}');
const config = loadServiceConfig();
const log = createLogger({ name: 'api', level: config.logLevel });
const platform = await createPlatform<Command>({
  config,
  tables: tablesOf(tables),
  name: 'api-test',
  log,
  toEngine: (command) => engineCommand(command, config.http.publicUrl),
  fanOut,
  commitStatement,
  onPartnerCreated: [addDefaultAgents],
  onInvitationAccepted: [notifyInviter],
  onSecurityChange: [notifyOfSecurityChange],
});
const deps = { ...platform.deps, capabilities, limits: limitsOf({}), invoicing: NO_INVOICING };
await platform.start();
const uses = createUseCounter({ ...deps, onError: () => undefined });
const limiter = createRateLimiter(deps);
const common = { deps, limiter, clientAddress: clientAddress(config.http.trustedProxies), log };
const oauth = createOauth({
  ...common,
  config: config.oauth,
  publicUrl: config.http.publicUrl,
  sites: platform.oauthSites,
});
const app = await createApp({
  ...common,
  oauth,
  http: config.http,
  routes: routesOf(AREAS),
  authenticators: [partnerKeyAuthenticator(deps), adminKeyAuthenticator(deps)],
  uses,
  maxStreamsPerPartner,
  mcp: {
    accessTokens: realTokens ? oauth.accessTokens : testTokens,
    allowedHosts: [],
    confirmCredits: config.mcp.confirmCredits,
    ...(times && { times }),
    ...(fixtures && createFixtures()),
  },
  clocks: platform.clocks,
  readiness: {},
  registry: createRegistry(),
});
const listening = await listen(app, { host: '127.0.0.1', port: 0 });
process.stdout.write(`${listening.port}\n`);

process.once('SIGTERM', async () => {
  await listening.close();
  await uses.stop();
  await platform.stop();
});
