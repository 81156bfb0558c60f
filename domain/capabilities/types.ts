import type { ZodObject, ZodType } from 'zod';
import type { AiTask } from '../../infra/ai/port.ts';

/** Purposes of capabilities; the default agents select theirs by category. */
export const CATEGORIES = ['generation', 'publishing', 'analysis', 'workflow'] as const;
export type Category = (typeof CATEGORIES)[number];

/** Kinds of steps. A kind defines the question to the AI (or a computation) and how to read the answer. */
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

/** Required output of a step. `null` for preparation, whose output is only for later steps. */
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

/** An entry of the catalogue. */
export interface Capability {
  id: number;
  slug: string;
  name: string;
  description: string;
  category: Category;
  is_beta: boolean;
  /** Credits held when an execution is accepted and captured when it completes; 0 when it costs nothing. */
  estimated_credits: number;
  /** Schema of the settings, with a description on every field; unknown settings are dropped. */
  settings: ZodObject;
  /** Required prompt settings; blank ones are a failed precondition (412) instead of a 422. */
  prompt_settings: readonly string[];
  /** Returns the blank prompts when other settings determine which are required. */
  blank_prompts?: (settings: Record<string, unknown>) => readonly string[];
  /** Credits when they depend on the settings; `estimated_credits` is then the minimum. */
  price?: (settings: Record<string, unknown>) => number;
  /** Product extensions that must be installed; no capability requires any today. */
  required_extensions: readonly string[];
  /** Source of its answers: the partner's or the platform's documents. */
  knowledge?: 'partner' | 'platform';
  /** Steps when the AI's own plan is unusable. Deliverable steps must be in every plan. */
  default_plan: readonly StepTemplate[];
  /** Kinds the AI may add as preparation, beside those of the default plan. */
  optional_kinds: readonly StepKind[];
  /** Instructions on role, form and quality. */
  brief: string;
}

/** A step of an execution's plan. */
export interface PlannedStep extends StepTemplate {
  /** Credits; the sum over the plan is the execution's hold. */
  estimated_credits: number;
}

/** A step of a template's plan, with the capability it belongs to. */
export interface OrderedStep extends PlannedStep {
  capability: string;
  settings: Record<string, unknown>;
  /** Settings filled with texts of earlier steps, by the keys of those steps. */
  feeds: Record<string, string[]>;
  /** When it fails, only its dependent steps are cancelled. */
  optional: boolean;
}

/**
 * Outputs of steps by type, stored as JSON and shown to the partner. Areas extend it by declaration merging.
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

/** A search in documents for an execution's context; the knowledge-bases area runs it. */
export interface RetrievalRequest {
  /** Knowledge bases; null: the platform's own. */
  base_ids: number[] | null;
  query: string;
  /** Whether passages must answer the query or only be relevant to it. */
  answering: boolean;
  /** Whether the AI reads the nearest passages, too, where few answer; absent: no. */
  uncertain?: boolean;
  /** Whose query it is, for its embedding; absent: it is found by words only. */
  asker?: { partnerId: number; sandbox: boolean };
  /** Whether the AI puts the passages in order; absent: no. */
  rerank?: boolean;
}

/** Source of a statement in an answer. */
export interface Citation {
  /** Number of the reference in the answer. */
  number: number;
  /** Where its passage stands; null: in the platform's documentation, or in a text of the request. */
  knowledge_base_id: number | null;
  document_id: number | null;
  passage_id: number | null;
  document: string;
  section: string;
  /** Quotation from the document. */
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
  /** The scheduled draft, by its step and position; until the execution has completed. */
  draft?: { step: string; ordinal: number };
  /** The content item of the draft, once the execution has completed. */
  content_item_id?: number;
  /** The created schedule event, once the execution has completed. */
  event_id?: string;
}

/** Input of a step kind. */
export interface StepContext {
  capability: Capability;
  settings: Record<string, unknown>;
  context: Record<string, unknown>;
  step: PlannedStep;
  /** Outputs of the steps this one depends on, with full texts. */
  earlier: readonly EarlierStep[];
  /** Time of acceptance; schedules start from it, so that a retry gives the same dates. */
  acceptedAt: Date;
}

/** A finished step that another one depends on. */
export interface EarlierStep {
  key: string;
  kind: StepKind;
  title: string;
  output: StepOutput;
  drafts: readonly DraftContent[];
}

/** A step's question to the AI; with a schema the answer is an object, else text. */
export interface StepQuestion {
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
  temperature: number;
  /** Model name; the configured one for the task when absent. */
  model?: string;
  answer?: { name: string; schema: ZodType };
  /** Problems of a well-formed answer; the question is then repeated once, and the second answer is accepted as it is. */
  problemsOf?: (answer: unknown) => string[];
}

/** Result of a step. */
export interface StepResult {
  /** One sentence for the partner. */
  summary: string;
  output: StepOutput;
  drafts: DraftContent[];
  /** Further texts that guardrails check, besides the drafts. */
  inspected?: readonly string[];
}

/** Implementation of a step kind; pure, so that questions can be previewed without AI. */
export interface StepKindDefinition {
  kind: StepKind;
  /** The task for the AI: writing or analysis. */
  task: Extract<AiTask, 'write' | 'analyse'>;
  /** The question; null when the step is computed. */
  question(context: StepContext): StepQuestion | null;
  /** Reads the answer (text, or the object already checked against the schema; null when nothing was asked). Throws UnusableAnswer. */
  interpret(context: StepContext, answer: unknown): StepResult;
}

/** The AI's answer is unusable (too short, empty, malformed); a retry may help. */
export class UnusableAnswer extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableAnswer';
  }
}

/** Types of content; part of the API contract. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Content written by a step, not yet saved. `body` is Markdown. */
export interface DraftContent {
  title: string;
  content_type: ContentType;
  body: string;
}

/** Types of events in the go-to-market schedule. */
export const EVENT_TYPES = ['webinar', 'blog_post', 'email_campaign', 'social_post', 'product_launch'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Channels of these events. */
export const EVENT_CHANNELS = ['email', 'blog', 'socialnet', 'microblog', 'videonet'] as const;
export type EventChannel = (typeof EVENT_CHANNELS)[number];
