import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listWriterMessagesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { createWriterMessage } from '../../api/generated/client/sdk.gen.ts';
import type { CreateWriterMessageBody, GenerateWriterOutputBody } from '../../api/generated/client/types.gen.ts';
import { streamTexts } from './stream-texts.ts';

/** Texts that are being written, or were. */
export interface TextGeneration {
  /** What is there of them, in their order. */
  results: readonly string[];
  /** Of which message they are; undefined: nothing was asked for yet. */
  messageId: number | undefined;
  isGenerating: boolean;
  /** They are whole. */
  isDone: boolean;
  error: unknown;
  generate: (body: CreateWriterMessageBody) => void;
  /** Goes on where it broke off, or was stopped. */
  resume: () => void;
  stop: () => void;
}

/** Has texts written and gives them as they come. Whoever leaves the page stops them; the history has what was written. */
export function useTextGeneration(): TextGeneration {
  const queryClient = useQueryClient();
  const controllerRef = useRef<AbortController>(undefined);
  const [results, setResults] = useState<readonly string[]>([]);
  const [output, setOutput] = useState<GenerateWriterOutputBody>();
  const [isDone, setIsDone] = useState(false);

  async function stream(wanted: GenerateWriterOutputBody) {
    const controller = new AbortController();
    const { signal } = controller;
    controllerRef.current = controller;
    setOutput(wanted);
    try {
      for await (const texts of streamTexts(wanted, signal)) setResults(texts);
      setIsDone(true);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: listWriterMessagesQueryKey() });
    }
  }

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (wanted: CreateWriterMessageBody | GenerateWriterOutputBody) => {
      setIsDone(false);
      if ('message_id' in wanted) return stream(wanted);
      setResults([]);
      setOutput(undefined);
      const { data } = await createWriterMessage({ body: wanted, throwOnError: true });
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
