import path from 'node:path';
import type { LocalConfig } from '../config/local.ts';
import { ROOT } from '../deploy/programs.ts';
import type { GatewaySecrets, Ports, Urls } from './layout.ts';
import { sandboxSpec } from './services.ts';
import type { Part } from './stack-options.ts';
import type { StatePaths } from './state.ts';
import type { ChildSpec } from './supervised.ts';

/** Where the simulators find what they need. */
interface Surroundings {
  config: LocalConfig;
  /** The parts that run here. */
  run: ReadonlySet<Part>;
  ports: Ports;
  urls: Urls;
  paths: StatePaths;
  /** What the gateway signs its events with. */
  gatewaySecrets: GatewaySecrets;
  /** How long the AI takes to answer; undefined: as the configuration says. */
  aiLatencyMs: number | undefined;
}

/** How to run the simulators that a stack has beside the product: what is outside of it, without accounts elsewhere. */
export function simulatorSpecs(of: Surroundings): ChildSpec[] {
  const { config, run, ports, urls, paths, gatewaySecrets } = of;
  const spec = (name: string, port: number, more: { args?: string[]; env?: Record<string, string> } = {}) => {
    const file = path.join(ROOT, `sandbox/${name}/main.ts`);
    return sandboxSpec(`sandbox_${name}`, file, {
      dataDir: paths.dataDir,
      compileCache: paths.compileCache,
      port,
      ...more,
    });
  };
  const specs: Partial<Record<Part, () => ChildSpec>> = {
    sandboxAi: () =>
      spec('ai', ports.sandboxAi, { args: ['--latency-ms', String(of.aiLatencyMs ?? config.sandboxAiLatencyMs)] }),
    sandboxMarketplace: () => spec('marketplace', ports.sandboxMarketplace),
    sandboxMail: () => spec('mail', ports.sandboxMail, { args: ['--smtp-port', String(ports.sandboxSmtp)] }),
    sandboxGateway: () =>
      spec('gateway', ports.sandboxGateway, {
        env: {
          PUBLIC_URL: urls.apiOrigin,
          GENERIC_WEBHOOK_SECRET: gatewaySecrets.generic,
          STRIPE_WEBHOOK_SECRET: gatewaySecrets.stripe,
        },
      }),
  };
  return [...run].flatMap((part) => specs[part]?.() ?? []);
}
