import type { ZodObject, ZodType } from 'zod';
import type { AiTask } from '../../infra/ai/port.ts';

/** What a capability is for; agents list theirs by it. */
export const CATEGORIES = ['generation', 'publishing', 'analysis', 'workflow'] as const;
export type Category = (typeof CATEGORIES)[number];

/** What a step does. A kind knows how to ask the AI (or to compute) and how to read the answer. */
export const STEP_KINDS = [
  'research',
  'outline',
  'write',
  'rewrite',
  'translate',
  'summarize',
  'analyze',
  'answer',
  'cited_answer',
  'cited_questions',
  'ideate',
  'schedule',
  'review',
  'case_study',
  'case_study_field',
  'writer_text',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What a step must leave behind. `null` for preparation, whose output only serves later steps. */
export type Deliverable =
  | { type: 'content'; content_type: ContentType; min_words: number; max_words: number; count: number }
  | { type: 'findings' }
  | { type: 'answer' }
  | { type: 'schedule' }
  | null;

/** A step of a capability's default plan. */
export interface StepTemplate {
  /** `[a-z][a-z0-9_]*`, unique in the plan. */
  key: string;
  title: string;
  kind: StepKind;
  depends_on: string[];
  deliverable: Deliverable;
}

/** An entry of the catalogue: what it is, what it takes, how it is done and what it costs. */
export interface Capability {
  id: number;
  slug: string;
  name: string;
  description: string;
  category: Category;
  is_beta: boolean;
  /** Credits held when an execution is accepted and captured when it completes; 0 when it costs nothing. */
  estimated_credits: number;
  /** Settings, with a description on every field; unknown ones are dropped. */
  settings: ZodObject;
  /** Required text settings that ask the AI something; blank ones are a failed precondition (412) rather than a 422. */
  prompt_settings: readonly string[];
  /** The same where it depends on other settings which they are; the blank ones among those that were sent. */
  blank_prompts?: (settings: Record<string, unknown>) => readonly string[];
  /** Credits where they depend on the settings; `estimated_credits` are those of the least. */
  price?: (settings: Record<string, unknown>) => number;
  /** Names of extensions of the product that must be installed; none ships with requirements today. */
  required_extensions: readonly string[];
  /** Whose documents it answers from: the partner's, or the platform's own; with none that tell, it says so. */
  knowledge?: 'partner' | 'platform';
  /** Steps when the AI's own plan is unusable. Deliverable steps must be in every plan. */
  default_plan: readonly StepTemplate[];
  /** Kinds the AI may add as preparation, beside those of the default plan. */
  optional_kinds: readonly StepKind[];
  /** What the writer is told about the job: role, form, quality. */
  brief: string;
}

/** A step as the execution's plan has it. */
export interface PlannedStep extends StepTemplate {
  /** Credits; the sum over the plan is the execution's hold. */
  estimated_credits: number;
}

/** A step of a template's plan, which is of one capability among several. */
export interface OrderedStep extends PlannedStep {
  capability: string;
  settings: Record<string, unknown>;
  /** Settings that take the texts of earlier steps, with the keys of those. */
  feeds: Record<string, string[]>;
  /** Where it fails, only the steps that need it are cancelled. */
  optional: boolean;
}

/**
 * Outputs of steps by type, kept as JSON and shown to the partner; an area adds its own by declaration merging.
 * @public
 */
export interface StepOutputs {
  notes: { text: string };
  content: {
    items: { title: string; content_type: ContentType; word_count: number }[];
    prompt_version?: string;
  };
  findings: { summary: string; score: number | null; findings: Finding[] };
  answer: { text: string; suggestions: string[]; citations?: Citation[]; prompt_version?: string };
  schedule: { entries: ScheduleEntry[] };
}

/** Output of a step. */
export type StepOutput = { [Type in keyof StepOutputs]: { type: Type } & StepOutputs[Type] }[keyof StepOutputs];

/** A search in documents that an execution waits for; the area of documents reads it. */
export interface Lookup {
  /** Knowledge bases; null: the platform's own. */
  base_ids: number[] | null;
  query: string;
  /** Whether passages have to answer the query, or need only be about it. */
  answering: boolean;
}

/** Where a statement of an answer stands. */
export interface Citation {
  /** The number by which the answer refers to it. */
  number: number;
  /** null: it is of the platform's own documentation, or was sent along. */
  document_id: number | null;
  document: string;
  section: string;
  /** The document's own words. */
  quote: string;
}

interface Finding {
  aspect: string;
  observation: string;
  recommendation: string;
}

/** A planned date of the go-to-market schedule. */
export interface ScheduleEntry {
  title: string;
  description: string;
  channel: EventChannel;
  event_type: EventType;
  /** ISO 8601, UTC. */
  scheduled_at: string;
  /** The draft that it dates: the step that wrote it, and its place there; until the execution has completed. */
  draft?: { step: string; ordinal: number };
  /** The content item that the draft has become by then. */
  content_item_id?: number;
  /** The event of the schedule that it became, once the execution has completed. */
  event_id?: string;
}

/** What a step kind is given. */
export interface StepContext {
  capability: Capability;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
  step: PlannedStep;
  /** Outputs of the steps this one depends on, with the full text of content they made. */
  earlier: readonly EarlierStep[];
  /** Moment the execution was accepted; schedules count from it, so that a repeat gives the same dates. */
  acceptedAt: Date;
}

/** A finished step that another one builds on. */
export interface EarlierStep {
  key: string;
  kind: StepKind;
  title: string;
  output: StepOutput;
  drafts: readonly DraftContent[];
}

/** The question a step asks the AI; with a schema the answer is an object, else text. */
export interface StepQuestion {
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
  temperature: number;
  /** Model name; the one configured for the kind of work when absent. */
  model?: string;
  answer?: { name: string; schema: ZodType };
  /** What is wrong with an answer of the right form, so that it is asked for once more; the second one is taken as it is. */
  problemsOf?: (answer: unknown) => string[];
}

/** What a step has made. */
export interface StepResult {
  /** One sentence for the partner. */
  summary: string;
  output: StepOutput;
  drafts: DraftContent[];
  /** Texts beside drafts that guardrails read, too. */
  inspected?: readonly string[];
}

/** How a kind of step is carried out; pure, so that it can be shown without AI. */
export interface StepKindDefinition {
  kind: StepKind;
  /** What the AI is asked for: to write, or to read and judge. */
  task: Extract<AiTask, 'write' | 'analyse'>;
  /** What to ask; null when the step is computed. */
  question(context: StepContext): StepQuestion | null;
  /** Reads the answer (text, or the object already checked against the schema; null when nothing was asked). Throws UnusableAnswer. */
  interpret(context: StepContext, answer: unknown): StepResult;
}

/** The AI answered, but not with what the step needs (too short, empty, off the form); asking again may help. */
export class UnusableAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableAnswer';
  }
}

/** Kinds of content the product makes; the external contract names them. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** A piece of content a step has written, not yet saved. `body` is Markdown. */
export interface DraftContent {
  title: string;
  content_type: ContentType;
  body: string;
}

/** What takes place on a date of the go-to-market schedule. */
export const EVENT_TYPES = ['webinar', 'blog_post', 'email_campaign', 'social_post', 'product_launch'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Where it takes place. */
export const EVENT_CHANNELS = ['email', 'blog', 'socialnet', 'microblog', 'videonet'] as const;
export type EventChannel = (typeof EVENT_CHANNELS)[number];
