import type { Token } from 'marked';
import { useEffect, useState } from 'react';

/** Longest time for the tokens of a text, milliseconds; 200,000 ordinary characters take 50. */
const LIMIT_MS = 1_500;

/** Tokens of a text; null where it is shown as it is written. */
interface Parsed {
  source: string;
  tokens: Token[] | null;
}

/**
 * The tokens of Markdown, from a worker that is ended when it takes too long: the parser needs minutes for some texts, and the page goes
 * on meanwhile. undefined until there are some; those of the text before while a changed one is parsed.
 */
export function useMarkdown(source: string): Parsed | undefined {
  const [parsed, setParsed] = useState<Parsed>();
  useEffect(() => {
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
    const end = (tokens: Token[] | null) => {
      clearTimeout(timer);
      worker.terminate();
      setParsed({ source, tokens });
    };
    const timer = setTimeout(() => end(null), LIMIT_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<Token[] | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.postMessage(source);
    return () => {
      clearTimeout(timer);
      worker.terminate();
    };
  }, [source]);
  return parsed;
}
