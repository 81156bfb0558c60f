import type { Charset } from './listing.ts';

const encoders = new Map<Charset, Map<string, readonly number[]>>();

/** A text in an encoding of the older web; characters it does not have become question marks. */
export function encode(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  const table = encoders.get(charset) ?? tableOf(charset);
  encoders.set(charset, table);
  return Buffer.from(Array.from(text).flatMap((character) => table.get(character) ?? [0x3f]));
}

/** Node only decodes these, so the table is made of what each sequence of one or two bytes decodes to. */
function tableOf(charset: Charset): Map<string, readonly number[]> {
  const decoder = new TextDecoder(charset);
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(text).length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) add(byte);
  if (charset !== 'shift_jis') return table;
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    for (let trail = 0x40; trail <= 0xfc; trail += 1) add(lead, trail);
  }
  return table;
}
