import { z } from 'zod';
import { answerList, answerText } from '../kernel/answer-text.ts';
import { oneLine } from '../kernel/words.ts';
import { STEP_WEIGHTS } from './prices.ts';
import { buildInstructions, buildPrompt } from './prompt.ts';
import { sized } from './sizes.ts';
import {
  type Capability,
  type PlannedStep,
  STEP_KINDS,
  type StepKind,
  type StepQuestion,
  type StepTemplate,
} from './types.ts';

/** Maximum steps of a plan. */
export const MAX_STEPS = 12;
const MAX_TITLE_CHARACTERS = 120;
const MAX_SUMMARY_CHARACTERS = 500;
const KEY_FORM = /^[a-z][a-z0-9_]{0,39}$/;

/** Steps, and a one-sentence summary for the partner. */
export interface Plan {
  summary: string;
  steps: StepTemplate[];
}

/** Result of checking the AI's plan; problems are sentences for the AI and for staff. */
export type PlanCheck = { ok: true; plan: Plan } | { ok: false; problems: string[] };

const planSchema = z.object({
  summary: answerText().describe('One sentence for the reader on how the work is done.'),
  steps: answerList(
    z.object({
      key: answerText().describe('Lower-case letters, digits and "_", starting with a letter; unique.'),
      title: answerText().describe(`At most ${MAX_TITLE_CHARACTERS} characters.`),
      kind: z.enum(STEP_KINDS),
      depends_on: answerList(answerText()).describe('Keys of the steps whose results this one needs.'),
    }),
  ),
});

type AnsweredStep = z.output<typeof planSchema>['steps'][number];

/** Builds the question for a plan; `checkPlan` reads the answer. */
export function planQuestion(
  capability: Capability,
  settings: Record<string, unknown>,
  context: Record<string, unknown>,
): StepQuestion {
  const fallback = defaultPlan(capability, settings);
  const shown = {
    summary: fallback.summary,
    steps: fallback.steps.map(({ key, title, kind, depends_on }) => ({ key, title, kind, depends_on })),
  };
  const required = fallback.steps
    .filter((step) => step.deliverable !== null)
    .map((step) => `${step.key} (${step.kind})`);
  return {
    instructions: buildInstructions(capability, [
      'You plan the work; you do not do it yet.',
      'Keep every required step under its key and with its kind. Add a preparing step of an allowed kind only where it clearly helps.',
      `Use at most ${MAX_STEPS} steps. Steps that do not need each other's results must not depend on each other, so that they run in parallel.`,
      `Titles are plain phrases of at most ${MAX_TITLE_CHARACTERS} characters in the style of the default plan.`,
    ]),
    prompt: buildPrompt({
      task: `Plan the work for: ${capability.name}`,
      deliverable: 'plan',
      settings,
      context,
      lines: [
        `Allowed step kinds: ${preparingKinds(capability).join(', ')}`,
        `Required steps: ${required.join(', ')}`,
        'Default plan:',
        JSON.stringify(shown),
      ],
    }),
    maxOutputTokens: 2_000,
    temperature: 0.2,
    answer: { name: 'plan', schema: planSchema },
  };
}

/** The fallback when the AI's plan is unusable, or the capability's only plan. */
export function defaultPlan(capability: Capability, settings: Record<string, unknown>): Plan {
  const steps = capability.default_plan.map((step) => sized(step, settings));
  return { summary: `${capability.name} in ${steps.length === 1 ? 'one step' : `${steps.length} steps`}.`, steps };
}

/** The plan of a capability with nothing to plan (a single step without optional kinds); else null. */
export function onlyPlan(capability: Capability, settings: Record<string, unknown>): Plan | null {
  const plan = defaultPlan(capability, settings);
  return plan.steps.length === 1 && preparingKinds(capability).length === 0 ? plan : null;
}

/**
 * Checks the AI's plan against the capability. Deliverables come from the default plan, never from the AI. Steps that the AI
 * added get generated keys, so that no text of a partner becomes an identifier.
 */
export function checkPlan(capability: Capability, settings: Record<string, unknown>, answer: unknown): PlanCheck {
  const parsed = planSchema.safeParse(answer);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.') || 'plan'}: ${issue.message}`),
    };
  }
  const { summary, steps } = parsed.data;
  const defaults = new Map(defaultPlan(capability, settings).steps.map((step) => [step.key, step]));
  const problems = [...formProblems(summary, steps), ...contentProblems(capability, steps, defaults)];
  if (problems.length > 0) return { ok: false, problems };
  const plan = { summary: oneLine(summary), steps: adopt(steps, defaults) };
  if (!isAcyclic(plan.steps)) return { ok: false, problems: ['The steps depend on each other in a circle.'] };
  return { ok: true, plan };
}

/** Kinds of steps that the AI may add: the optional ones, and those of preparing steps in the default plan. */
function preparingKinds(capability: Capability): StepKind[] {
  const own = capability.default_plan.filter((step) => step.deliverable === null).map((step) => step.kind);
  return [...new Set([...own, ...capability.optional_kinds])];
}

function formProblems(summary: string, steps: readonly AnsweredStep[]): string[] {
  const problems: string[] = [];
  if (oneLine(summary) === '') problems.push('The summary is empty.');
  if (summary.length > MAX_SUMMARY_CHARACTERS)
    problems.push(`The summary is longer than ${MAX_SUMMARY_CHARACTERS} characters.`);
  if (summary.includes('\0') || steps.some((step) => step.title.includes('\0')))
    problems.push('The plan holds NUL characters.');
  if (steps.length === 0) problems.push('The plan has no steps.');
  if (steps.length > MAX_STEPS) problems.push(`The plan has ${steps.length} steps; at most ${MAX_STEPS} are allowed.`);
  const keys = new Set<string>();
  for (const [index, step] of steps.entries()) {
    const name = `Step ${index + 1}`;
    if (!KEY_FORM.test(step.key)) problems.push(`${name} has a key of the wrong form.`);
    else if (keys.has(step.key)) problems.push(`${name} repeats the key "${step.key}".`);
    keys.add(step.key);
    if (oneLine(step.title) === '') problems.push(`${name} has no title.`);
    if (step.title.length > MAX_TITLE_CHARACTERS)
      problems.push(`${name} has a title of more than ${MAX_TITLE_CHARACTERS} characters.`);
  }
  for (const [index, step] of steps.entries()) {
    if (step.depends_on.some((key) => !keys.has(key)))
      problems.push(`Step ${index + 1} depends on a step that is not in the plan.`);
  }
  return problems;
}

function contentProblems(
  capability: Capability,
  steps: readonly AnsweredStep[],
  defaults: ReadonlyMap<string, StepTemplate>,
): string[] {
  const problems: string[] = [];
  const byKey = new Map(steps.map((step) => [step.key, step]));
  for (const [key, required] of defaults) {
    const kind = byKey.get(key)?.kind;
    if (kind === required.kind) continue;
    if (kind !== undefined) problems.push(`Step "${key}" must be of kind ${required.kind}.`);
    else if (required.deliverable !== null) problems.push(`The required step "${key}" is missing.`);
  }
  const allowed = preparingKinds(capability);
  for (const [index, step] of steps.entries()) {
    if (!defaults.has(step.key) && !allowed.includes(step.kind)) {
      problems.push(`Step ${index + 1} is of kind ${step.kind}, which may not be added here.`);
    }
  }
  return problems;
}

function adopt(steps: readonly AnsweredStep[], defaults: ReadonlyMap<string, StepTemplate>): StepTemplate[] {
  const keys = ownKeys(steps, defaults);
  return steps.map((step) => {
    const original = defaults.get(step.key);
    // A schedule or review always depends on its deliverables, whatever the AI answered.
    const needed = original?.depends_on.filter((key) => defaults.get(key)?.deliverable != null) ?? [];
    return {
      key: keys.get(step.key) ?? step.key,
      title: oneLine(step.title),
      kind: step.kind,
      depends_on: [...new Set([...step.depends_on.map((key) => keys.get(key) ?? key), ...needed])],
      deliverable: original?.deliverable ?? null,
    };
  });
}

/** Keys for the steps that the AI added: `<kind>`, `<kind>_2`, … */
function ownKeys(steps: readonly AnsweredStep[], defaults: ReadonlyMap<string, StepTemplate>): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set(defaults.keys());
  for (const step of steps) {
    if (defaults.has(step.key)) continue;
    let key: string = step.kind;
    for (let number = 2; taken.has(key); number += 1) key = `${step.kind}_${number}`;
    taken.add(key);
    keys.set(step.key, key);
  }
  return keys;
}

/**
 * Divides a price among the steps by the weight of their kinds: whole credits that sum up exactly
 * (largest remainder; of equal remainders the earlier step's goes first).
 */
export function pricePlan(price: number, steps: readonly StepTemplate[]): PlannedStep[] {
  const weights = steps.map((step) => STEP_WEIGHTS[step.kind]);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (price * weight) / total);
  const credits = exact.map(Math.floor);
  const rest = price - credits.reduce((sum, share) => sum + share, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => remainder(exact, b) - remainder(exact, a) || a - b);
  const raised = new Set(byRemainder.slice(0, rest));
  return steps.map((step, index) => ({
    ...step,
    estimated_credits: (credits[index] ?? 0) + (raised.has(index) ? 1 : 0),
  }));
}

function remainder(shares: readonly number[], index: number): number {
  return (shares[index] ?? 0) % 1;
}

/** Whole per cent of the steps that are finished; 100 only when all are. */
export function progressOf(steps: readonly { key: string }[], finishedKeys: Iterable<string>): number {
  const finished = new Set(finishedKeys);
  const done = steps.filter((step) => finished.has(step.key)).length;
  return steps.length === 0 ? 0 : Math.floor((done * 100) / steps.length);
}

interface Node {
  key: string;
  depends_on: readonly string[];
}

/** Whether the steps can be put in an order in which each comes after all it depends on. */
export function isAcyclic(nodes: readonly Node[]): boolean {
  const done = new Set<string>();
  let left = [...nodes];
  while (left.length > 0) {
    const ready = left.filter((node) => node.depends_on.every((key) => done.has(key)));
    if (ready.length === 0) return false;
    for (const node of ready) done.add(node.key);
    left = left.filter((node) => !done.has(node.key));
  }
  return true;
}
