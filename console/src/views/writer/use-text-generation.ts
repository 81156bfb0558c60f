import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listWriterMessagesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { createWriterMessage } from '../../api/generated/client/sdk.gen.ts';
import type { CreateWriterMessageBody, GenerateWriterOutputBody } from '../../api/generated/client/types.gen.ts';
import { streamTexts } from './stream-texts.ts';

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
