import { z } from 'zod';
import { flag, SettingsError, textFile } from './environment.ts';

/** Settings of the connection to Temporal. The names of the TLS files are those of Temporal's own tools. */
export const temporalSettings = {
  TEMPORAL_ADDRESS: z.string('is host:port of the Temporal frontend'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
  TEMPORAL_TLS: z
    .string()
    .optional()
    .transform((value) => value && flag.parse(value)),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_UI_URL: z.url().optional(),
};

/** What a process presents to Temporal's frontend, and what it expects of it. PEM, as bytes. */
interface TemporalTls {
  /** Undefined: the authorities that Node trusts. */
  serverRootCACertificate?: Buffer;
  /** The name in the server's certificate, where it is not the host of the address. */
  serverNameOverride?: string;
  /** For mutual TLS. */
  clientCertPair?: { crt: Buffer; key: Buffer };
}

/** Address and credentials of Temporal. */
export interface TemporalConfig {
  address: string;
  namespace: string;
  /** false: without TLS. */
  tls: false | TemporalTls;
  apiKey: string | undefined;
  /** Origin of the Web UI, for links. */
  uiUrl: string | undefined;
}

const schema = z.object(temporalSettings);

/** The connection that the settings describe. Throws SettingsError. */
export function temporalConfig(values: z.output<typeof schema>): TemporalConfig {
  return {
    address: values.TEMPORAL_ADDRESS,
    namespace: values.TEMPORAL_NAMESPACE,
    tls: tlsOf(values),
    apiKey: values.TEMPORAL_API_KEY,
    uiUrl: values.TEMPORAL_UI_URL?.replace(/\/+$/, ''),
  };
}

/**
 * A file for TLS switches it on, and so does an API key, which nobody on the way may read, unless TEMPORAL_TLS says otherwise. Half a
 * client certificate is an error, never a connection without one.
 */
function tlsOf(values: z.output<typeof schema>): false | TemporalTls {
  const {
    TEMPORAL_TLS_CLIENT_CERT_PATH: crt,
    TEMPORAL_TLS_CLIENT_KEY_PATH: key,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority,
    TEMPORAL_TLS_SERVER_NAME: serverName,
    TEMPORAL_TLS: isOn = values.TEMPORAL_API_KEY !== undefined,
  } = values;
  if ((crt === undefined) !== (key === undefined)) {
    throw new SettingsError(
      'TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: a client certificate needs both.',
    );
  }
  if (!isOn && [crt, authority, serverName].every((value) => value === undefined)) return false;
  return {
    ...(authority === undefined ? {} : { serverRootCACertificate: pem('TEMPORAL_TLS_SERVER_CA_CERT_PATH', authority) }),
    ...(serverName === undefined ? {} : { serverNameOverride: serverName }),
    ...(crt === undefined || key === undefined
      ? {}
      : {
          clientCertPair: {
            crt: pem('TEMPORAL_TLS_CLIENT_CERT_PATH', crt),
            key: pem('TEMPORAL_TLS_CLIENT_KEY_PATH', key),
          },
        }),
  };
}

function pem(variable: string, file: string): Buffer {
  const text = textFile(variable, file);
  if (!text.includes('-----BEGIN ')) throw new SettingsError(`${variable}: ${file} is no PEM file`);
  return Buffer.from(text);
}
