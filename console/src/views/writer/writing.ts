import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listWriterMessagesQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { createWriterMessage } from '../../api/generated/client/sdk.gen.ts';
import type { CreateWriterMessageBody, GenerateWriterOutputBody } from '../../api/generated/client/types.gen.ts';
import { writtenTexts } from './stream.ts';

/** Texts that are being written, or were. */
export interface Writing {
  /** What is there of them, in their order. */
  results: readonly string[];
  /** Of which message they are; undefined: nothing was asked for yet. */
  messageId: number | undefined;
  isWriting: boolean;
  /** They are whole. */
  isDone: boolean;
  error: unknown;
  write: (body: CreateWriterMessageBody) => void;
  /** Goes on where it broke off, or was stopped. */
  goOn: () => void;
  stop: () => void;
}

/** Has texts written and gives them as they come. Whoever leaves the page stops them; the history has what was written. */
export function useWriting(): Writing {
  const queries = useQueryClient();
  const leaving = useRef<AbortController>(undefined);
  const [results, setResults] = useState<readonly string[]>([]);
  const [output, setOutput] = useState<GenerateWriterOutputBody>();
  const [isDone, setIsDone] = useState(false);

  async function stream(wanted: GenerateWriterOutputBody) {
    const controller = new AbortController();
    const { signal } = controller;
    leaving.current = controller;
    setOutput(wanted);
    try {
      for await (const texts of writtenTexts(wanted, signal)) setResults(texts);
      setIsDone(true);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      void queries.invalidateQueries({ queryKey: listWriterMessagesQueryKey() });
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
  useEffect(() => () => leaving.current?.abort(), []);
  return {
    results,
    messageId: output?.message_id,
    isWriting: isPending,
    isDone,
    error,
    write: mutate,
    goOn: () => output && mutate(output),
    stop: () => leaving.current?.abort(),
  };
}
