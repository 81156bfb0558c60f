/** A server-sent event. */
export interface ServerEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** A field of an event. `s` because a value may contain U+2028 and U+2029, which JavaScript treats as line ends. */
const FIELD = /^(\w+): ?(.*)$/s;

/** Splits a stream at its blank lines (HTML, section 9.2.6). A block is an event or a comment. An incomplete last block is dropped. */
export async function* readBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const text = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>);
  // Not `for await`: older versions of Safari do not support it.
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
    // The consumer may stop before the end.
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses the event of a block. Returns undefined for a comment. */
export function parseEvent(block: string): ServerEvent | undefined {
  const fields = block.split('\n').map((line) => FIELD.exec(line)?.slice(1) ?? []);
  const valuesOf = (name: string) => fields.flatMap(([key, value]) => (key === name ? [value ?? ''] : []));
  const data = valuesOf('data');
  if (data.length === 0) return undefined;
  return { id: valuesOf('id').at(-1), event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
