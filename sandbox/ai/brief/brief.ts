/** A prompt, taken apart. */
export interface Brief {
  task: string;
  /** What the system message says about the matter. */
  background: string;
  /** A content type, or findings, answer, schedule, notes, ideas, outline, plan; undefined in a free prompt. */
  deliverable: string | undefined;
  /** How many items of a list were asked for. */
  items: number | undefined;
  /** Bounds in words. */
  length: { min: number; max: number } | undefined;
  language: string | undefined;
  tone: string | undefined;
  audience: string | undefined;
  inputs: Input[];
  earlier: EarlierWork[];
  /** Phrases that must not be in the answer. */
  avoid: string[];
  /** The plan to echo, parsed JSON. */
  defaultPlan: unknown;
}

/** One given value: text, or parsed JSON. */
export interface Input {
  name: string;
  value: unknown;
}

/** The output of an earlier step. */
export interface EarlierWork {
  key: string;
  kind: string;
  text: string;
}
