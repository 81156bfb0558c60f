import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { waitUntil } from '../../test/environment/wait-until.ts';
import type { Build } from './services.ts';
import type { Stage } from './stage.ts';
import { makeCertificates, startIssuer } from './temporal/security.ts';

/** What the API and the workers need; a release step has more. */
const SERVICE = ['default:write'];
const RELEASE = ['default:admin'];
const LIMIT_MS = 180_000;

/** Switches mutual TLS and API keys on, and tries what is let in: neither a stranger nor a client without a key. */
export async function trySecured(
  { cluster, services, folder, balancer, step }: Stage,
  build: Build,
  apiKey: string,
): Promise<void> {
  await step('mutual TLS and API keys of Temporal', async (findings) => {
    await services.stopAll();
    const place = path.join(folder, 'certificates');
    await mkdir(place, { recursive: true });
    const certificates = await makeCertificates(place);
    await using issuer = await startIssuer();
    await using stranger = await startIssuer();
    await cluster.secure({ tls: certificates.cluster, jwksUrl: issuer.jwksUrl });

    const { environment: client } = certificates;
    const { TEMPORAL_TLS_CLIENT_CERT_PATH, TEMPORAL_TLS_CLIENT_KEY_PATH, ...serverOnly } = client;
    const setup = (more: Record<string, string>) =>
      services.run(build, 'setup', [], more).then(
        () => 'let in',
        () => 'refused',
      );
    const key = { TEMPORAL_API_KEY: await issuer.keyFor(RELEASE) };
    await waitUntil('setup to be let in', async () => (await setup({ ...client, ...key })) === 'let in', {
      limitMs: LIMIT_MS,
    });
    const tried = {
      'without TLS': await setup(key),
      'without a client certificate': await setup({ ...serverOnly, ...key }),
      'without a key': await setup(client),
      'with a key that a stranger signed': await setup({ ...client, TEMPORAL_API_KEY: await stranger.keyFor(RELEASE) }),
    };
    for (const [how, outcome] of Object.entries(tried)) {
      findings.note(how, outcome);
      findings.equal(`A client ${how}`, outcome, 'refused');
    }

    services.environment = { ...services.environment, ...client, TEMPORAL_API_KEY: await issuer.keyFor(SERVICE) };
    await services.addApi(build, 'secured-api');
    await services.addWorker(build, 'secured-worker');
    const order = { settings: { topic: 'Certificates' } };
    const { body } = await balancer.send(apiKey, 'POST', '/content-workflow/capabilities/blog_post/execute', order);
    const isDone = async () => {
      const seen = await balancer.send(apiKey, 'GET', `/content-workflow/executions/${body.data?.id}`);
      return seen.body.data?.attributes?.status === 'completed';
    };
    await waitUntil('an execution with certificate and key', isDone, { limitMs: LIMIT_MS });
    findings.note('with both', 'an execution completed');
    await services.stopAll();
  });
}
