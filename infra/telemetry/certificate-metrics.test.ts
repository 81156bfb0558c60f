import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { certificate } from '../../test/environment/certificate.ts';
import { observeCertificates } from './certificate-metrics.ts';

const temporal = { address: 'x:1', namespace: 'default', apiKey: undefined, uiUrl: undefined };
const key = Buffer.from(certificate.key);

async function shown(tls: Parameters<typeof observeCertificates>[1]['tls']): Promise<object> {
  const registry = new Registry();
  observeCertificates(registry, { ...temporal, tls });
  const [metric] = await registry.getMetricsAsJSON();
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels['certificate'], value]));
}

test('shows when the certificates of the connection with Temporal expire', async () => {
  const crt = Buffer.from(certificate.cert);
  const expiry = Date.parse('2126-10-28T13:57:32Z') / 1000;
  expect(await shown({ clientCertPair: { crt, key }, serverRootCACertificate: crt })).toEqual({
    client: expiry,
    authority: expiry,
  });
  expect(
    await shown({ clientCertPair: { crt: Buffer.from(`${certificate.cert}\n${certificate.cert}`), key } }),
  ).toEqual({
    client: expiry,
  });
});

test('shows nothing where there is none, or none that can be read', async () => {
  const broken = Buffer.from('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----');
  expect([await shown(false), await shown({}), await shown({ clientCertPair: { crt: broken, key } })]).toEqual([
    {},
    {},
    {},
  ]);
});
