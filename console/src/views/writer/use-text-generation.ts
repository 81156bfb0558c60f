import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { listWriterMessagesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { createWriterMessage } from '../../api/generated/client/sdk.gen.ts';
import type { CreateWriterMessageBody, GenerateWriterOutputBody } from '../../api/generated/client/types.gen.ts';
import { parseEvent, readBlocks } from '../../api/server-sent-events.ts';
import { openStream } from '../../api/stream-events.ts';

/** State of a text generation. */
export interface TextGeneration {
  /** Texts received so far. */
  results: readonly string[];
  /** Undefined before the first request. */
  messageId: number | undefined;
  isGenerating: boolean;
  /** All texts are complete. */
  isDone: boolean;
  error: unknown;
  generate: (body: CreateWriterMessageBody) => void;
  /** Continues after a stop or a lost connection. */
  resume: () => void;
  stop: () => void;
}

/** Generates texts and returns them as they stream in. Leaving the view stops the stream; the history keeps the texts. */
export function useTextGeneration(): TextGeneration {
  const queryClient = useQueryClient();
  const controllerRef = useRef<AbortController>(undefined);
  const [results, setResults] = useState<readonly string[]>([]);
  const [output, setOutput] = useState<GenerateWriterOutputBody>();
  const [isDone, setIsDone] = useState(false);

  async function stream(request: GenerateWriterOutputBody) {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setOutput(request);
    try {
      for await (const texts of streamTexts(request, signal)) setResults(texts);
      setIsDone(true);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: listWriterMessagesQueryKey() });
    }
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (request: CreateWriterMessageBody | GenerateWriterOutputBody) => {
      setIsDone(false);
      if ('message_id' in request) return stream(request);
      setResults([]);
      setOutput(undefined);
      const { data } = await createWriterMessage({ body: request, throwOnError: true });
      const { message_id, creativity, maximum_length, number_of_results } = data;
      return stream({ message_id, creativity, maximum_length, number_of_results });
    },
  });
  useEffect(() => () => controllerRef.current?.abort(), []);
  return {
    results,
    messageId: output?.message_id,
    isGenerating: isPending,
    isDone,
    error,
    generate: mutate,
    resume: () => output && mutate(output),
    stop: () => controllerRef.current?.abort(),
  };
}

/** Comment that starts the next text. A blank line of text follows it, for clients that show all texts as one. */
const NEXT_RESULT = /^: result \d+$/;
const DONE = '[DONE]';

/**
 * Streams the texts of a message; each value has everything received so far. Repeating a request with the same options resumes it and is
 * free for the existing part. Throws on errors of the API and of the provider, and when the connection is lost.
 */
async function* streamTexts(body: GenerateWriterOutputBody, signal: AbortSignal): AsyncGenerator<string[]> {
  const request = new Request('/api/v1/aiwriter/generate-output', {
    method: 'POST',
    headers: { Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  const results = [''];
  let isSeparator = false;
  for await (const block of readBlocks(await openStream(request))) {
    const event = parseEvent(block);
    if (!event) {
      if (NEXT_RESULT.test(block)) {
        results.push('');
        isSeparator = true;
      }
    } else if (event.event === 'error') {
      throw new ApiError(JSON.parse(event.data), undefined);
    } else if (event.data === DONE) {
      return;
    } else if (isSeparator) {
      isSeparator = false;
    } else {
      results[results.length - 1] += event.data;
      yield [...results];
    }
  }
  throw new ApiError(undefined, undefined);
}
