import type { GuardrailHit } from '../guardrails/types.ts';

declare module '../kernel/command.ts' {
  interface Commands {
    /** An entry was added to a session. */
    'dry_run.wake': { sessionId: number; rowKey: string; partnerId: number; sandbox: boolean; requestId: string };
  }
}

/** Who speaks to the agent. */
export interface Persona {
  name: string | null;
  role: string | null;
  goals: string | string[] | null;
  tone: string | null;
}

/** An entry of the transcript. */
export interface TranscriptMessage {
  /** Unique within the transcript. */
  id: number;
  role: 'user' | 'assistant';
  content: string;
  /** Price in credits. */
  credits: number;
  created_at: Date;
}

/** An answered message. */
export interface Exchange {
  message: string;
  reply: string;
}

/** Summary of a session. */
export interface Summary {
  /** 0 to 100; null when no message was answered or failed. */
  score: number | null;
  criteria: Criterion[];
  messages: number;
  replies: number;
  /** Messages that got no reply because the AI failed. */
  failed: number;
  /** Replies that a guardrail withheld. */
  withheld: number;
  /** Replies flagged for review. */
  flagged: number;
  guardrails: (Omit<GuardrailHit, 'message'> & { hits: number })[];
  persona_changes: number;
  resets: number;
  credits_used: number;
  /** From a message to its reply, milliseconds; null without replies. */
  average_reply_ms: number | null;
  duration_seconds: number;
}

/** A part of the score: `points` are its weight times the share of messages that meet it. */
export interface Criterion {
  name: 'answered' | 'safe' | 'clean';
  weight: number;
  points: number;
}
