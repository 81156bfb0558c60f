import { AiError } from './port.ts';

/**
 * Removes a model's reasoning from its answer. Most servers return it in a separate field, which is not read here; others leave it
 * before the answer between tags, some without the opening tag, because it is part of their prompt template (DeepSeek-R1).
 */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const OPENING = NAMES.map((name) => `<${name}>`);
const CLOSING = NAMES.map((name) => `</${name}>`);
const TAGS = [...OPENING, ...CLOSING];
const LONGEST = Math.max(...TAGS.map((tag) => tag.length));
/** The same in one expression each: a text of nothing but tags is looked through once, not once for each tag. */
const TAG = /<\/?(?:think|thinking|thought|reasoning)>/;
const CLOSING_TAG = /<\/(?:think|thinking|thought|reasoning)>/;

/** Text that was yielded as the answer was reasoning without an opening tag. */
export class UnmarkedReasoning extends AiError {
  constructor() {
    super('malformed', 'The AI provider mixed its reasoning into the answer');
  }
}

/** The answer in a text; empty where the reasoning never ends. */
export function withoutReasoning(text: string): string {
  const filter = reasoningFilter(CLOSING.includes(TAG.exec(text)?.[0] ?? ''));
  return filter.next(text) + filter.end();
}

/** Removes the reasoning from a stream's chunks; `opensInReasoning`: the opening tag is missing. Throws UnmarkedReasoning. */
export function reasoningFilter(opensInReasoning: boolean): { next(chunk: string): string; end(): string } {
  /** `answer`: a closing tag would show that the text so far was reasoning; `rest`: tags are ordinary text. */
  let state: 'start' | 'reasoning' | 'answer' | 'rest' = opensInReasoning ? 'reasoning' : 'start';
  let hasFirstTag = false;
  let held = '';
  /** Reasoning without its first tag, which was looked through. */
  let before: string[] = [];

  /** Moves to the next state; false when that needs more text. */
  function advance(): boolean {
    if (state === 'start') {
      held = held.trimStart();
      const tag = TAGS.find((each) => held.startsWith(each));
      if (tag === undefined && TAGS.some((each) => each.startsWith(held))) return false;
      held = held.slice(tag?.length ?? 0);
      if (tag === undefined) state = 'answer';
      else if (OPENING.includes(tag)) {
        state = 'reasoning';
        hasFirstTag = true;
      }
      return true;
    }
    const found = state === 'rest' ? null : (state === 'reasoning' ? CLOSING_TAG : TAG).exec(held);
    if (!found) return false;
    const [tag] = found;
    if (state === 'reasoning') {
      before = [];
      held = held.slice(found.index + tag.length);
      state = 'start';
      return true;
    }
    if (CLOSING.includes(tag)) throw new UnmarkedReasoning();
    state = 'rest';
    return false;
  }

  return {
    next(chunk) {
      held += chunk;
      while (advance());
      if (state === 'start') return '';
      if (state === 'reasoning') {
        const end = Math.max(0, held.length - LONGEST);
        // Without its first tag it may be no reasoning after all, and is given at the end.
        if (!hasFirstTag) before.push(held.slice(0, end));
        held = held.slice(end);
        return '';
      }
      const kept = state === 'rest' ? 0 : startOfTag(held);
      const given = held.slice(0, held.length - kept);
      held = held.slice(held.length - kept);
      return given;
    },
    end: () => (state === 'reasoning' && hasFirstTag ? '' : before.join('') + held),
  };
}

/** How many characters at the end may be the beginning of a tag. */
function startOfTag(text: string): number {
  for (let length = Math.min(LONGEST, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (TAGS.some((tag) => tag.startsWith(end))) return length;
  }
  return 0;
}
