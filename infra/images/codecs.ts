import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Pixels } from './pixels.ts';
import type { ImageFormat } from './port.ts';

const require = createRequire(import.meta.url);

/** Quality of JPEG, 0 to 100. */
const QUALITY = 82;

/** The class that the codecs make images of, which browsers have. */
class ImageData implements Pixels {
  readonly data: Pixels['data'];
  readonly width: number;
  readonly height: number;

  constructor(data: Pixels['data'], width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}
Object.assign(globalThis, { ImageData });

/** What Node has of WebAssembly, whose types come with those of browsers. */
declare const WebAssembly: { Module: new (code: Uint8Array) => object };

/** Codecs are WebAssembly: what an image does to one stays within its memory. Each is loaded when an image needs it. */
function compiled(file: string): object {
  return new WebAssembly.Module(readFileSync(require.resolve(file)));
}

/** The bytes in a buffer of their own, as the codecs take them. */
function owned(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

const PNG_CODEC = '@jsquash/png/codec/pkg/squoosh_png_bg.wasm';

const DECODERS: Readonly<Record<ImageFormat, (bytes: Uint8Array) => Promise<Pixels>>> = {
  async png(bytes) {
    const { decode, init } = await import('@jsquash/png/decode.js');
    await init(compiled(PNG_CODEC));
    return decode(owned(bytes));
  },
  async jpeg(bytes) {
    const { default: decode, init } = await import('@jsquash/jpeg/decode.js');
    await init(compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decode(owned(bytes));
  },
  async webp(bytes) {
    const { default: decode, init } = await import('@jsquash/webp/decode.js');
    await init(compiled('@jsquash/webp/codec/dec/webp_dec.wasm'));
    return decode(owned(bytes));
  },
  async avif(bytes) {
    const { default: decode, init } = await import('@jsquash/avif/decode.js');
    await init(compiled('@jsquash/avif/codec/dec/avif_dec.wasm'));
    const pixels = await decode(owned(bytes));
    if (!pixels) throw new Error('There is no image in it.');
    return pixels;
  },
};

/** The pixels of a file, as they are stored there. Throws for one that is damaged. */
export function decode(format: ImageFormat, bytes: Uint8Array): Promise<Pixels> {
  return DECODERS[format](bytes);
}

/** The image as PNG. */
export async function toPng({ data, width, height }: Pixels): Promise<Uint8Array> {
  const { default: encode, init } = await import('@jsquash/png/encode.js');
  await init(compiled(PNG_CODEC));
  return new Uint8Array(await encode(new ImageData(data, width, height)));
}

/** The image as JPEG. */
export async function toJpeg({ data, width, height }: Pixels): Promise<Uint8Array> {
  const { default: encode, init } = await import('@jsquash/jpeg/encode.js');
  jpegEncoder ??= init(compiled('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await jpegEncoder;
  return new Uint8Array(await encode(new ImageData(data, width, height), { quality: QUALITY }));
}

let jpegEncoder: Promise<void> | undefined;
