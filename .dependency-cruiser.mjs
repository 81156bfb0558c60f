/** What each top-level folder may import; docs/architecture.md gives the reasons. */
const rule = (name, { from, to, via }) => ({ name, severity: 'error', comment: via, from, to });
const TEST = '\\.test\\.ts$';
const PRODUCTION = '^(api|domain|workflows|activities|worker|infra)/';
const LOCAL = '^infra/local/';
const TYPES_ASIDE = { dependencyTypesNot: ['type-only'] };

/** The order of areas within domain/, lowest first; an area that is not named here comes after all of these. */
export const LAYERS = {
  kernel: ['kernel'],
  ledger: ['caller-use', 'change-feed', 'credits', 'mail', 'rate-limits'],
  identity: ['admin-keys', 'credentials', 'mail', 'notifications', 'oauth', 'partner-keys', 'partners', 'users'],
  catalogue: ['agents', 'capabilities', 'guardrails'],
  content: ['brand-voices', 'content-items'],
  executions: ['executions'],
};
const areas = (layers) => `^domain/(${layers.flatMap((layer) => LAYERS[layer]).join('|')})/`;

/** No area imports one of a later layer, not even a type of it; test/areas.ts finds circles within a layer. */
const LAYER_RULES = Object.keys(LAYERS).map((layer, index, layers) =>
  rule(`${layer}-needs-no-later-area`, {
    via: 'Areas build on those before them; what comes after hands in what it adds (onPartnerCreated, say).',
    from: { path: areas([layer]), pathNot: TEST },
    to: { path: '^domain/', pathNot: areas(layers.slice(0, index + 1)) },
  }),
);

export default {
  forbidden: [
    rule('no-circular', {
      via: 'Data and types flow one way.',
      from: { pathNot: '^console/src/api/generated/' },
      to: { circular: true },
    }),
    ...LAYER_RULES,
    rule('areas-know-no-list', {
      via: 'Lists of all areas are handed in by the composition roots.',
      from: { path: '^domain/[^/]+/', pathNot: TEST },
      to: { path: '^domain/[^/]+\\.ts$' },
    }),
    rule('domain-knows-no-edge', {
      via: 'The domain knows nothing of HTTP, of Temporal, or of those who call it.',
      from: { path: '^domain/', pathNot: TEST },
      to: { path: '^(api|workflows|activities|worker)/|node_modules/(koa|@koa|@temporalio|openai|pg)/' },
    }),
    rule('domain-uses-infra-types-only', {
      via: 'Only table.ts, store.ts and what all stores share touch the database; of the other adapters the domain sees types.',
      from: {
        path: '^domain/',
        pathNot: `${TEST}|/(table|[a-z-]*store)\\.ts$|^domain/(kernel/(counters|id-ranges|listed-rows|page|stale-rows)|commit-statement|tables)\\.ts$`,
      },
      to: {
        path: '^infra/',
        pathNot: '^infra/(ai|database|documents|images|mail|marketplace|payments)/port\\.ts$',
        ...TYPES_ASIDE,
      },
    }),
    rule('store-uses-database-only', {
      via: 'A store talks to the database and nothing else of infra.',
      from: { path: '^domain/.*/(table|[a-z-]*store)\\.ts$' },
      to: { path: '^infra/', pathNot: '^infra/database/', ...TYPES_ASIDE },
    }),
    rule('workflows-are-deterministic', {
      via: 'Workflow code replays: no rules that may change, no clocks, no I/O.',
      from: { path: '^workflows/', pathNot: TEST },
      to: {
        path: '^(api|activities|worker|infra|domain)/|node_modules/(?!@temporalio/(workflow|common))',
        ...TYPES_ASIDE,
      },
    }),
    rule('workflows-use-no-node', {
      via: 'The workflow sandbox has no Node built-ins.',
      from: { path: '^workflows/', pathNot: TEST },
      to: { dependencyTypes: ['core'] },
    }),
    rule('activities-are-thin', {
      via: 'Activities call the domain and the adapters; workflow code is reached through its contracts.',
      from: { path: '^activities/', pathNot: TEST },
      to: { path: '^(api|worker)/|^workflows/(?!(contracts|commands|queues|[^/]+/contract)\\.ts$)' },
    }),
    rule('api-starts-no-code-of-the-worker', {
      via: 'Work that must be done in the request calls the same domain operation as the activity.',
      from: { path: '^api/', pathNot: TEST },
      to: { path: '^(worker|activities)/|^workflows/(?!(contracts|commands|queues|[^/]+/contract)\\.ts$)' },
    }),
    rule('stores-are-private', {
      via: 'Stores are for the domain only; operations and steps are the entry points.',
      from: { path: '^(api|worker|activities)/', pathNot: TEST },
      to: { path: '^domain/.*/[a-z-]*store\\.ts$', ...TYPES_ASIDE },
    }),
    rule('worker-has-no-edge', {
      via: 'The worker serves no requests.',
      from: { path: '^worker/', pathNot: TEST },
      to: { path: '^api/' },
    }),
    rule('infra-knows-no-business', {
      via: 'Adapters import no other top-level folder.',
      from: { path: '^infra/', pathNot: TEST },
      to: { path: '^(api|domain|workflows|activities|worker)/' },
    }),
    rule('outbound-calls-are-guarded', {
      via: 'Addresses that others name are called through infra/http; the other clients know whom they call. Biome holds fetch and node:http.',
      from: { path: PRODUCTION, pathNot: `^infra/(http|ai|database|local|mail|oauth|temporal)/|${TEST}` },
      to: { path: 'node_modules/(undici|openai)/|^(node:)?(https|http2|net|tls|dgram)$', ...TYPES_ASIDE },
    }),
    rule('production-needs-no-stand-ins', {
      via: 'What runs in production starts neither the local stack nor anything of the sandbox.',
      from: { path: PRODUCTION, pathNot: `${LOCAL}|${TEST}` },
      to: { path: `^sandbox/|${LOCAL}`, ...TYPES_ASIDE },
    }),
    rule('local-starts-processes', {
      via: 'The local stack runs the programs of other folders as processes; it imports none of them.',
      from: { path: LOCAL, pathNot: `${TEST}` },
      to: { path: '^sandbox/' },
    }),
    rule('sandbox-stands-alone', {
      via: 'A stand-in is reached over the network and knows the product as little as what it stands for does.',
      from: { path: '^sandbox/', pathNot: TEST },
      to: { path: `${PRODUCTION}|^test/` },
    }),
    rule('console-knows-the-document-only', {
      via: 'The console knows the API by its document; its client is generated from that.',
      from: { path: '^console/' },
      to: { path: `${PRODUCTION}|^(sandbox|test)/` },
    }),
    rule('console-is-for-browsers', {
      via: 'What runs in a browser has no Node.',
      from: { path: '^console/src/' },
      to: { dependencyTypes: ['core'] },
    }),
    rule('nobody-imports-the-console', {
      via: 'The API serves the built files; tests open it in a browser. Tests named for it hold its parts against the domain.',
      from: { pathNot: '^console/|^test/(console|design-tokens|write-design-tokens)' },
      to: { path: '^console/' },
    }),
    rule('tests-stay-outside', {
      via: 'What runs in production needs nothing made for tests; what tests share is in test/environment.',
      from: { path: PRODUCTION, pathNot: TEST },
      to: { path: `^test/|${TEST}`, pathNot: '^node_modules/' },
    }),
    rule('nobody-imports-the-tools', {
      via: 'Benchmarks, drills and the like are programs with packages of their own; what tests share with them is in test/.',
      from: { pathNot: '^tools/' },
      to: { path: '^tools/' },
    }),
    rule('packages-are-declared', {
      via: 'What runs in production needs packages that npm ci --omit=dev installs; nothing comes along by chance.',
      from: { path: PRODUCTION, pathNot: `${LOCAL}|${TEST}` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], ...TYPES_ASIDE },
    }),
    rule('imports-resolve', {
      via: 'An import that leads nowhere fails when it is reached.',
      from: {},
      // Modules that the console's build makes.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    }),
    rule('config-is-read-once', {
      via: 'Only the composition roots read the configuration.',
      from: { pathNot: `^(api|worker|infra/local|infra/deploy|infra/config|test|tools)/|${TEST}` },
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
