import { tokensOf } from './markdown-tokens.ts';

/** Answers each text with its tokens; null where it is shown as it is written. */
self.addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    self.postMessage(tokensOf(data));
  } catch {
    self.postMessage(null);
  }
});
