import { lexer, type Token } from 'marked';

/** Most tokens of a text that is rendered; more would take the page long to lay out. */
const MAX_TOKENS = 20_000;
/** Most levels of tokens in one another. */
const MAX_LEVELS = 40;

/** The tokens of Markdown; null where they are too many or too deep to render. May take long: for a worker only. */
export function tokensOf(source: string): Token[] | null {
  const tokens = lexer(source);
  return isRenderable(tokens) ? [...tokens] : null;
}

function isRenderable(tokens: readonly Token[]): boolean {
  let count = 0;
  const open: { value: unknown; level: number }[] = [{ value: tokens, level: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, level } = next;
    if (typeof value !== 'object' || value === null) continue;
    count += 1;
    // A token and its list of tokens are two levels.
    if (count > 2 * MAX_TOKENS || level > 2 * MAX_LEVELS) return false;
    for (const inner of Object.values(value)) open.push({ value: inner, level: level + 1 });
  }
  return true;
}
