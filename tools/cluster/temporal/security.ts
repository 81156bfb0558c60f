import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { ClusterTls } from './settings.ts';

/** Certificates of a cluster and of its clients, signed by an authority made for them. */
export interface Certificates {
  cluster: ClusterTls;
  /** What a client of the product is configured with. */
  environment: Record<string, string>;
}

const DAYS = '2';
const SERVER_NAME = 'temporal.test';

/** Makes an authority, and certificates of the servers and of a client, in a folder; needs openssl. */
export async function makeCertificates(folder: string): Promise<Certificates> {
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execa('openssl', args);
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const own = [...curve, '-days', DAYS, '-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=Cluster'];
  await openssl('req', '-x509', ...own);
  for (const name of ['server', 'client']) {
    const subject = ['-subj', `/CN=${name}`, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`)];
    await openssl('req', '-new', ...curve, ...subject);
    await writeFile(at(`${name}.ext`), `subjectAltName=DNS:${SERVER_NAME}\nextendedKeyUsage=serverAuth,clientAuth\n`);
    const signed = ['-in', at(`${name}.csr`), '-out', at(`${name}.pem`), '-days', DAYS, '-extfile', at(`${name}.ext`)];
    await openssl('x509', '-req', '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', ...signed);
  }
  return {
    cluster: {
      authority: at('ca.pem'),
      certificate: at('server.pem'),
      key: at('server.key'),
      serverName: SERVER_NAME,
    },
    environment: {
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: at('ca.pem'),
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
      TEMPORAL_TLS_CLIENT_CERT_PATH: at('client.pem'),
      TEMPORAL_TLS_CLIENT_KEY_PATH: at('client.key'),
    },
  };
}

/** Who signs API keys for a cluster. */
export interface Issuer extends AsyncDisposable {
  jwksUrl: string;
  /** A key with permissions such as `default:write`. */
  keyFor(permissions: readonly string[]): Promise<string>;
}

/** Starts a server with the public key of an issuer. */
export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'cluster', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    jwksUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`,
    keyFor: (permissions) =>
      new SignJWT({ permissions })
        .setProtectedHeader({ alg: 'RS256', kid: 'cluster', typ: 'JWT' })
        .setSubject('marketwright')
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
