import type { AiPort } from './port.ts';

/** An AiPort that is loaded with the first call; processes that make none, such as most API processes, save the memory. */
export function onDemand(
  { hasSandbox, models, embeddings }: Pick<AiPort, 'hasSandbox' | 'models' | 'embeddings'>,
  load: () => Promise<AiPort>,
): AiPort {
  let loading: Promise<AiPort> | undefined;
  const loaded = (): Promise<AiPort> => {
    loading ??= load();
    return loading;
  };
  return {
    hasSandbox,
    models,
    embeddings,
    generateText: async (request) => (await loaded()).generateText(request),
    generateObject: async (request) => (await loaded()).generateObject(request),
    async *streamText(request) {
      yield* (await loaded()).streamText(request);
    },
    embed: async (request) => (await loaded()).embed(request),
  };
}
