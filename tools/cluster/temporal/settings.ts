/** A role of a Temporal cluster; each is a process of its own. */
export const ROLES = ['history', 'matching', 'frontend', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Certificates of a cluster, as files. */
export interface ClusterTls {
  authority: string;
  /** Of the servers, for `serverName`. */
  certificate: string;
  key: string;
  serverName: string;
}

/** What the settings of a cluster are made of. */
export interface ClusterSettings {
  database: URL;
  /** Of each role: for gRPC and for membership. The inner frontend serves the cluster's own workers, without authorization. */
  ports: Record<Role | 'internal-frontend', { grpc: number; membership: number }>;
  dynamicConfig: string;
  /** Mutual TLS for clients and between roles. */
  tls?: ClusterTls | undefined;
  /** Where the keys of those who sign API keys are. */
  jwksUrl?: string | undefined;
}

const LOOPBACK = '127.0.0.1';
/** Few, because all are on one machine. */
const SHARDS = 4;
/** Of a role: history has most to write. */
const CONNECTIONS = { store: 15, visibility: 5 };

/** The configuration file of all roles: JSON, which is YAML as well. */
export function clusterSettings({ database, ports, dynamicConfig, tls, jwksUrl }: ClusterSettings): string {
  const frontend = `${LOOPBACK}:${ports.frontend.grpc}`;
  const services = Object.entries(ports).filter(([name]) => name !== 'internal-frontend' || jwksUrl !== undefined);
  return JSON.stringify({
    log: { stdout: true, level: 'warn' },
    persistence: {
      defaultStore: 'store',
      visibilityStore: 'visibility',
      numHistoryShards: SHARDS,
      datastores: {
        store: { sql: sql(database, 'temporal', CONNECTIONS.store) },
        visibility: { sql: sql(database, 'temporal_visibility', CONNECTIONS.visibility) },
      },
    },
    global: {
      membership: { maxJoinDuration: '30s', broadcastAddress: LOOPBACK },
      ...(tls && { tls: mutualTls(tls) }),
      ...(jwksUrl !== undefined && {
        authorization: {
          jwtKeyProvider: { keySourceURIs: [jwksUrl], refreshInterval: '1m' },
          permissionsClaimName: 'permissions',
          authorizer: 'default',
          claimMapper: 'default',
        },
      }),
    },
    services: Object.fromEntries(
      services.map(([name, { grpc, membership }]) => [
        name,
        { rpc: { grpcPort: grpc, membershipPort: membership, bindOnIP: LOOPBACK } },
      ]),
    ),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: 'active',
      currentClusterName: 'active',
      clusterInformation: {
        active: { enabled: true, initialFailoverVersion: 1, rpcName: 'frontend', rpcAddress: frontend },
      },
    },
    dcRedirectionPolicy: { policy: 'noop' },
    ...(jwksUrl === undefined && { publicClient: { hostPort: frontend } }),
    dynamicConfigClient: { filepath: dynamicConfig, pollInterval: '60s' },
  });
}

function sql({ hostname, port, username, password }: URL, databaseName: string, connections: number) {
  return {
    pluginName: 'postgres12',
    databaseName,
    connectAddr: `${hostname}:${port}`,
    connectProtocol: 'tcp',
    user: username,
    password,
    maxConns: connections,
    maxIdleConns: connections,
  };
}

function mutualTls({ authority, certificate, key, serverName }: ClusterTls) {
  const server = { certFile: certificate, keyFile: key, requireClientAuth: true, clientCaFiles: [authority] };
  const client = { serverName, rootCaFiles: [authority] };
  return {
    internode: { server, client },
    frontend: { server, client },
    systemWorker: { certFile: certificate, keyFile: key, client },
  };
}

/** A server that looks rarely whether a version is drained makes a drill of an hour. */
export const DYNAMIC_CONFIG = JSON.stringify({
  'matching.useNewMatcher': [{ value: true }],
  'matching.enableFairness': [{ value: true }],
  'matching.wv.VersionDrainageStatusVisibilityGracePeriod': [{ value: '5s' }],
  'matching.wv.VersionDrainageStatusRefreshInterval': [{ value: '2s' }],
});
