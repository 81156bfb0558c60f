import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../domain/kernel/errors.ts';
import type { Page } from '../health/pages.ts';
import { staticPage } from '../static-page.ts';
import type { ConsoleSettings } from './settings.ts';

/** The built console. */
export interface ConsoleFiles {
  /** The page, without its nonce. */
  index: { text: string; etag: string };
  /** By file name, which contains the hash of the content. */
  assets: ReadonlyMap<string, Page>;
}

/** Placeholders in the built page for the nonce of each response, and for the settings. */
const NONCE = '__NONCE__';
const SETTINGS = '__SETTINGS__';
const FOR_EVER = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the output of `npm run build:console`; throws SERVICE_UNAVAILABLE when it has not run. */
export function readConsole(folder: string, settings: ConsoleSettings): ConsoleFiles {
  const text = readIndex(folder).replace(SETTINGS, escapeAttribute(JSON.stringify(settings)));
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const assets = readdirSync(path.join(folder, 'assets')).flatMap((name): [string, Page][] => {
    const contentType = TYPES[path.extname(name)];
    const make = () => readFileSync(path.join(folder, 'assets', name), 'utf8');
    return contentType ? [[name, staticPage({ contentType, cacheControl: FOR_EVER, make })]] : [];
  });
  return { index: { text, etag }, assets: new Map(assets) };
}

/** The page with an unpredictable nonce. */
export function withNonce(text: string): { html: string; nonce: string } {
  const nonce = randomBytes(16).toString('base64url');
  return { html: text.replaceAll(NONCE, nonce), nonce };
}

function readIndex(folder: string): string {
  try {
    return readFileSync(path.join(folder, 'index.html'), 'utf8');
  } catch (cause) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The console has not been built; `npm run build:console` does it.', {
      cause,
    });
  }
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
