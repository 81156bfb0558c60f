import { X509Certificate } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';
import type { TemporalConfig } from '../config/temporal.ts';

/**
 * Shows when the certificates expire by which this process speaks with Temporal. It reads their files when it starts, so a file that was
 * renewed since is no help to it.
 */
export function observeCertificates(registry: Registry, { tls }: TemporalConfig): void {
  const expiry = new Gauge({
    name: 'marketwright_temporal_certificate_expiry_timestamp_seconds',
    help: 'When the certificates expire that the process has read for its connection with Temporal.',
    labelNames: ['certificate'],
    registers: [registry],
  });
  if (!tls) return;
  const client = expiriesOf(tls.clientCertPair?.crt);
  if (client.length > 0) expiry.set({ certificate: 'client' }, Math.min(...client) / 1000);
  // During a change the old authority stands beside the new one.
  const authority = expiriesOf(tls.serverRootCACertificate);
  if (authority.length > 0) expiry.set({ certificate: 'authority' }, Math.max(...authority) / 1000);
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Of each certificate of a file, in milliseconds; none for what cannot be read, of which the connection says more. */
function expiriesOf(file: Buffer | undefined): number[] {
  return (file?.toString().match(PEM) ?? []).flatMap((pem) => {
    try {
      return [new X509Certificate(pem).validToDate.getTime()];
    } catch {
      return [];
    }
  });
}
