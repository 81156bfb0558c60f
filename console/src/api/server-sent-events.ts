/** An event of a stream. */
export interface ServerEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** A field of an event. Its value ends with the line only: texts may hold U+2028 and U+2029, at which JavaScript's own lines end too. */
const FIELD = /^(\w+): ?(.*)$/s;

/** Splits a stream at its blank lines (HTML, section 9.2.6): a block is an event or a comment. An unfinished one is left out. */
export async function* readBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const text = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
  // Not by `for await`, which Safari has learnt late.
  const reader = text.getReader();
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return;
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    // Whoever has enough leaves the rest unread.
    await reader.cancel().catch(() => undefined);
  }
}

/** The event of a block; undefined: it is a comment. */
export function parseEvent(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map((line) => FIELD.exec(line)?.slice(1) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([key, value]) => (key === name ? [value ?? ''] : []));
  const data = valuesOf('data');
  if (data.length === 0) return undefined;
  return { id: valuesOf('id').at(-1), event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
