/** The rooms of the house and what each may import; docs/architecture.md tells why. */
const room = (name, { from, to, via }) => ({ name, severity: 'error', comment: via, from, to });
const TEST = '\\.test\\.ts$';
const ROOMS = '^(api|domain|workflows|activities|worker|infra)/';
const LOCAL = '^infra/local/';
const TYPES_ASIDE = { dependencyTypesNot: ['type-only'] };

/** The order of areas within domain/, lowest first; an area that is not named here comes after all of these. */
export const LAYERS = {
  kernel: ['kernel'],
  ledger: ['change-feed', 'credits', 'rate-limits'],
  identity: ['admin-keys', 'credentials', 'oauth', 'partner-keys', 'partners', 'users'],
  catalogue: ['agents', 'capabilities', 'guardrails'],
  content: ['brand-voices', 'content-items'],
  executions: ['executions'],
};
const areas = (layers) => `^domain/(${layers.flatMap((layer) => LAYERS[layer]).join('|')})/`;

/** No area imports one of a later layer, not even a type of it; test/areas.ts finds circles within a layer. */
const LAYER_RULES = Object.keys(LAYERS).map((layer, index, layers) =>
  room(`${layer}-needs-no-later-area`, {
    via: 'Areas build on those before them; what comes after hands in what it adds (onPartnerCreated, say).',
    from: { path: areas([layer]), pathNot: TEST },
    to: { path: '^domain/', pathNot: areas(layers.slice(0, index + 1)) },
  }),
);

export default {
  forbidden: [
    room('no-circular', {
      via: 'Data flow one way, and so do types.',
      from: { pathNot: '^console/src/api/generated/' },
      to: { circular: true },
    }),
    ...LAYER_RULES,
    room('areas-know-no-list', {
      via: 'Lists of all areas are handed in by the composition roots.',
      from: { path: '^domain/[^/]+/', pathNot: TEST },
      to: { path: '^domain/[^/]+\\.ts$' },
    }),
    room('domain-knows-no-edge', {
      via: 'The domain knows nothing of HTTP, of Temporal, or of those who call it.',
      from: { path: '^domain/', pathNot: TEST },
      to: { path: '^(api|workflows|activities|worker)/|node_modules/(koa|@koa|@temporalio|openai|pg)/' },
    }),
    room('domain-uses-infra-types-only', {
      via: 'Only table.ts, store.ts and what all stores share touch the database; of the other adapters the domain sees types.',
      from: {
        path: '^domain/',
        pathNot: `${TEST}|/(table|[a-z-]*store)\\.ts$|^domain/(kernel/(counters|page|stale-rows)|closing-statement|tables)\\.ts$`,
      },
      to: { path: '^infra/', pathNot: '^infra/(ai|database|documents|marketplace)/port\\.ts$', ...TYPES_ASIDE },
    }),
    room('store-uses-database-only', {
      via: 'A store talks to the database and nothing else of infra.',
      from: { path: '^domain/.*/(table|[a-z-]*store)\\.ts$' },
      to: { path: '^infra/', pathNot: '^infra/database/', ...TYPES_ASIDE },
    }),
    room('workflows-are-deterministic', {
      via: 'Workflow code replays: no rules that may change, no clocks, no I/O.',
      from: { path: '^workflows/', pathNot: TEST },
      to: {
        path: '^(api|activities|worker|infra|domain)/|node_modules/(?!@temporalio/(workflow|common))',
        ...TYPES_ASIDE,
      },
    }),
    room('workflows-use-no-node', {
      via: 'The workflow sandbox has no Node built-ins.',
      from: { path: '^workflows/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    }),
    room('activities-are-thin', {
      via: 'Activities call the domain and the adapters; workflow code is reached through its contracts.',
      from: { path: '^activities/', pathNot: TEST },
      to: { path: '^(api|worker)/|^workflows/(?!(contracts|commands|queues|[^/]+/contract)\\.ts$)' },
    }),
    room('api-starts-no-code-of-the-worker', {
      via: 'Work that must be done in the request calls the same domain operation as the activity.',
      from: { path: '^api/', pathNot: TEST },
      to: { path: '^(worker|activities)/|^workflows/(?!(contracts|commands|queues|[^/]+/contract)\\.ts$)' },
    }),
    room('stores-are-private', {
      via: 'Stores are for the domain only; operations and steps are the doors.',
      from: { path: '^(api|worker|activities)/', pathNot: TEST },
      to: { path: '^domain/.*/[a-z-]*store\\.ts$', ...TYPES_ASIDE },
    }),
    room('worker-has-no-edge', {
      via: 'The worker serves no requests.',
      from: { path: '^worker/', pathNot: TEST },
      to: { path: '^api/' },
    }),
    room('infra-knows-no-business', {
      via: 'Adapters know none of the other rooms.',
      from: { path: '^infra/', pathNot: TEST },
      to: { path: '^(api|domain|workflows|activities|worker)/' },
    }),
    room('outbound-calls-are-guarded', {
      via: 'Addresses that others name are called through infra/http; the other clients know whom they call. Biome holds fetch and node:http.',
      from: { path: ROOMS, pathNot: `^infra/(http|ai|database|local|oauth|temporal)/|${TEST}` },
      to: { path: 'node_modules/(undici|openai)/|^(node:)?(https|http2|net|tls|dgram)$', ...TYPES_ASIDE },
    }),
    room('production-needs-no-stand-ins', {
      via: 'What runs in production starts neither the local stack nor anything of the sandbox.',
      from: { path: ROOMS, pathNot: `${LOCAL}|${TEST}` },
      to: { path: `^sandbox/|${LOCAL}`, ...TYPES_ASIDE },
    }),
    room('local-starts-processes', {
      via: 'The local stack runs the programs of other rooms as processes; it imports none of them.',
      from: { path: LOCAL, pathNot: `${TEST}` },
      to: { path: '^sandbox/' },
    }),
    room('sandbox-stands-alone', {
      via: 'A stand-in is reached over the network and knows the product as little as what it stands for does.',
      from: { path: '^sandbox/', pathNot: TEST },
      to: { path: `${ROOMS}|^test/` },
    }),
    room('console-knows-the-document-only', {
      via: 'The console knows the API by its document; its client is generated from that.',
      from: { path: '^console/' },
      to: { path: `${ROOMS}|^(sandbox|test)/` },
    }),
    room('console-is-for-browsers', {
      via: 'What runs in a browser has no Node.',
      from: { path: '^console/src/' },
      to: { dependencyTypes: ['core'] },
    }),
    room('nobody-imports-the-console', {
      via: 'The API serves the built files; tests open it in a browser.',
      from: { pathNot: '^console/' },
      to: { path: '^console/' },
    }),
    room('tests-stay-outside', {
      via: 'What runs in production needs nothing made for tests; what tests share is in test/environment.',
      from: { path: ROOMS, pathNot: TEST },
      to: { path: `^test/|${TEST}`, pathNot: '^node_modules/' },
    }),
    room('packages-are-declared', {
      via: 'What runs in production needs packages that npm ci --omit=dev installs; nothing comes along by chance.',
      from: { path: ROOMS, pathNot: `${LOCAL}|${TEST}` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], ...TYPES_ASIDE },
    }),
    room('imports-resolve', {
      via: 'An import that leads nowhere fails when it is reached.',
      from: {},
      to: { couldNotResolve: true },
    }),
    room('config-is-read-once', {
      via: 'Only the composition roots read the configuration.',
      from: { pathNot: `^(api|worker|infra/local|infra/deploy|infra/config|test)/|${TEST}` },
      to: { path: '^infra/config/', ...TYPES_ASIDE },
    }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The calls of the generated client are compiled where that was generated.
    exclude: { path: '^(\\.data|dist|console/dist|test/clients/typescript)/' },
    tsPreCompilationDeps: true,
    parser: 'tsc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'style'],
    },
  },
};
