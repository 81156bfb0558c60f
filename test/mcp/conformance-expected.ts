import type { Revision } from './conformance.ts';

/** What a process serves: the product, or in place of its tools what the suite expects to find. */
export type Served = 'product' | 'fixtures';

/** decision 0101: a header of the version without `_meta` is -32020 here, -32602 in the suite. */
const HEADER_ALONE = of(
  'server-stateless',
  'sep-2575-request-meta-invalid-missing-meta',
  'sep-2575-request-meta-invalid-missing-protocol-version',
);

/** No tool wants its arguments in headers. */
const ARGUMENTS_IN_HEADERS = of(
  'http-custom-header-server-validation',
  'sep-2243-server-decode-base64',
  'sep-2243-server-no-xmcp-tool',
  'sep-2243-server-reject-invalid-param-chars',
  'sep-2243-server-reject-param-mismatch',
  'sep-2243-server-validate-param-match',
);

/** Calls of tools ask for forms; nothing asks for samples or roots, and prompts ask for nothing. */
const OTHER_INPUT = [
  ...of('input-required-result-basic-list-roots', 'sep-2322-list-roots-incomplete'),
  ...of('input-required-result-basic-sampling', 'sep-2322-sampling-incomplete'),
  ...of('input-required-result-capability-check', 'sep-2322-respect-client-capabilities'),
  ...of('input-required-result-multiple-input-requests', 'sep-2322-multiple-inputs-incomplete'),
  ...of('input-required-result-non-tool-request', 'sep-2322-non-tool-incomplete'),
];

/** Questions come before a task, never within one (confirm_delete, multi_input). */
const TASKS_THAT_ASK = [
  ...of('tasks-dispatch-and-envelope', 'tasks-result-type-complete-on-non-task-responses'),
  ...of(
    'tasks-mrtr-input',
    'sep-2663-tasks-get-status-input-required',
    'tasks-mrtr-partial-fulfillment',
    'tasks-mrtr-tasks-update-resumes',
  ),
];

/**
 * No tool's task surely ends as an error of the protocol (protocol_error_job): a case study that cannot be written does, and
 * where that is known at once its call has the error.
 */
const TASK_WITH_ERROR = of('tasks-lifecycle', 'sep-2663-tasks-get-status-failed');

/** The product has none of the suite's tools, prompts and resources. */
const FIXTURES = {
  both: [
    ...of('completion-complete', 'completion-complete'),
    ...of('json-schema-2020-12', 'json-schema-2020-12-tool-found'),
    ...ofSameName(
      'prompts-get-embedded-resource',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-with-image',
      'resources-read-binary',
      'resources-read-text',
      'resources-templates-read',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-error',
      'tools-call-image',
      'tools-call-mixed-content',
      'tools-call-simple-text',
      'tools-call-with-progress',
    ),
  ],
  session: [
    ...of('elicitation-sep1034-defaults', 'elicitation-sep1034-general'),
    ...of('elicitation-sep1330-enums', 'elicitation-sep1330-general'),
    ...ofSameName(
      'resources-subscribe',
      'resources-unsubscribe',
      'tools-call-elicitation',
      'tools-call-sampling',
      'tools-call-with-logging',
    ),
  ],
  modern: [
    ...of('input-required-result-basic-elicitation', 'sep-2322-elicitation-incomplete'),
    ...of('input-required-result-multi-round', 'sep-2322-multi-round-r1'),
    ...of('input-required-result-request-state', 'sep-2322-request-state-incomplete'),
    ...of('input-required-result-result-type', 'sep-2322-result-type-included'),
    ...of('input-required-result-tampered-state', 'sep-2322-reject-tampered-state'),
    ...of(
      'server-stateless',
      'sep-2575-http-server-no-independent-requests-on-stream',
      'sep-2575-missing-capability-http-400',
      'sep-2575-server-no-log-without-loglevel',
      'sep-2575-server-rejects-undeclared-capability',
    ),
    ...of('tasks-capability-negotiation', 'sep-2663-server-rejects-undeclared-client', 'tasks-per-request-meta-opt-in'),
    ...of(
      'tasks-dispatch-and-envelope',
      'sep-2663-durable-create-strong-consistency',
      'sep-2663-legacy-task-param-ignored',
      'tasks-immediate-result-shortcut',
      'tasks-server-directed-creation-no-hint',
    ),
    ...of(
      'tasks-lifecycle',
      'sep-2663-cancel-ack-empty-result',
      'sep-2663-result-type-task-on-create',
      'sep-2663-tasks-get-status-completed',
      'sep-2663-tasks-get-status-working',
      'sep-2663-tool-error-uses-completed-status',
      'tasks-cancel-terminal-idempotent-ack',
      'tasks-sync-tool-call',
    ),
    ...of(
      'tasks-request-headers',
      'sep-2663-routing-headers-accepted-on-tasks-get',
      'sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      'tasks-headers-tolerate-mcp-method-on-tools-call',
    ),
    ...of('tasks-mrtr-composition', 'sep-2663-mrtr-synchronous-before-task-creation'),
    ...of('tasks-request-state-removal', 'tasks-request-state-removal-setup'),
    ...of('tasks-required-task-error', 'sep-2663-server-returns-missing-capability-when-required'),
    ...of(
      'tasks-wire-fields',
      'tasks-no-early-ttl-expiry',
      'tasks-no-related-task-meta-on-inlined-result',
      'tasks-wire-field-renames',
    ),
  ],
};

/** What the suite tries in vain, or expects otherwise, whatever is served. */
const ALWAYS = [...HEADER_ALONE, ...ARGUMENTS_IN_HEADERS, ...OTHER_INPUT, ...TASKS_THAT_ASK, ...TASK_WITH_ERROR];

/** The checks that fail, sorted. Any other is a defect, and so is one of these that passes. */
export const EXPECTED: Readonly<Record<Served, Readonly<Record<Revision, readonly string[]>>>> = {
  product: {
    '2025-11-25': [...FIXTURES.both, ...FIXTURES.session].sort(),
    '2026-07-28': [...FIXTURES.both, ...FIXTURES.modern, ...ALWAYS].sort(),
  },
  fixtures: { '2025-11-25': [], '2026-07-28': [...ALWAYS].sort() },
};

function of(scenario: string, ...checks: string[]): string[] {
  return checks.map((check) => `${scenario} ${check}`);
}

/** Scenarios of one check, which has their name. */
function ofSameName(...scenarios: string[]): string[] {
  return scenarios.map((scenario) => `${scenario} ${scenario}`);
}
