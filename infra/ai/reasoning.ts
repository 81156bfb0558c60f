import { AiError } from './port.ts';

/**
 * Keeps a model's reasoning out of its answer. Most servers put it into a field of its own, which nobody reads here; others leave it
 * before the answer between tags, some without the first tag, which their template had given the model (DeepSeek-R1's does).
 */
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
const OPENING = NAMES.map((name) => `<${name}>`);
const CLOSING = NAMES.map((name) => `</${name}>`);
const TAGS = [...OPENING, ...CLOSING];
const LONGEST = Math.max(...TAGS.map((tag) => tag.length));

/** What was given as the answer turns out to be reasoning that had no first tag. */
export class UnmarkedReasoning extends AiError {
  constructor() {
    super('malformed', 'The AI provider mixed its reasoning into the answer');
  }
}

/** The answer in a text; empty where the reasoning never ends. */
export function withoutReasoning(text: string): string {
  const filter = reasoningFilter(CLOSING.includes(firstTag(text, TAGS)?.tag ?? ''));
  return filter.next(text) + filter.end();
}

/** Takes the reasoning out of a stream's chunks; `opensInReasoning`: its first tag is missing. Throws ReasoningGiven. */
export function reasoningFilter(opensInReasoning: boolean): { next(chunk: string): string; end(): string } {
  /** `answer`: the first tag to come, a closing one, would say that it was none; `rest`: tags are text by now. */
  let state: 'start' | 'reasoning' | 'answer' | 'rest' = opensInReasoning ? 'reasoning' : 'start';
  let hasFirstTag = false;
  let held = '';

  /** Goes on to the next state; false when more text is needed for it, or nothing follows. */
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
    const found = state === 'rest' ? undefined : firstTag(held, state === 'reasoning' ? CLOSING : TAGS);
    if (!found) return false;
    if (state === 'reasoning') {
      held = held.slice(found.at + found.tag.length);
      state = 'start';
      return true;
    }
    if (CLOSING.includes(found.tag)) throw new UnmarkedReasoning();
    state = 'rest';
    return false;
  }

  return {
    next(chunk) {
      held += chunk;
      while (advance());
      if (state === 'start') return '';
      if (state === 'reasoning') {
        // Without its first tag it may be no reasoning after all, and is given at the end.
        if (hasFirstTag) held = held.slice(-LONGEST);
        return '';
      }
      const kept = state === 'rest' ? 0 : startOfTag(held);
      const given = held.slice(0, held.length - kept);
      held = held.slice(held.length - kept);
      return given;
    },
    end: () => (state === 'reasoning' && hasFirstTag ? '' : held),
  };
}

function firstTag(text: string, tags: readonly string[]): { tag: string; at: number } | undefined {
  return tags
    .map((tag) => ({ tag, at: text.indexOf(tag) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
}

/** How many characters at the end may be the beginning of a tag. */
function startOfTag(text: string): number {
  for (let length = Math.min(LONGEST, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (TAGS.some((tag) => tag.startsWith(end))) return length;
  }
  return 0;
}
