import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';

const INTERVAL_MS = 250;
const CHUNK_BYTES = 64 * 1024;

/** Which lines of a log are repeated on the terminal. */
export type Echo = 'warnings' | 'all';

/** Follows a log file from its present end and hands over its new lines. The process that writes never waits for the reader. */
export class LogTail {
  private readonly file: string;
  private readonly echo: Echo;
  private readonly show: (line: string) => void;
  private offset = 0;
  private rest = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(file: string, echo: Echo, show: (line: string) => void) {
    this.file = file;
    this.echo = echo;
    this.show = show;
  }

  async start(): Promise<void> {
    this.offset = await stat(this.file).then(
      (found) => found.size,
      () => 0,
    );
    this.timer = setInterval(() => this.read(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.read();
  }

  private read(): void {
    let descriptor: number;
    try {
      descriptor = openSync(this.file, 'r');
    } catch {
      return;
    }
    try {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (;;) {
        const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, this.offset);
        if (length === 0) break;
        this.offset += length;
        this.take(chunk.toString('utf8', 0, length));
      }
    } finally {
      closeSync(descriptor);
    }
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '' && (this.echo === 'all' || isWarning(line))) this.show(line);
    }
  }
}

/** Whether a log line is a warning or worse. A line that is no JSON is a tool's chatter, or of a crash, which is reported with the log's end. */
export function isWarning(line: string): boolean {
  if (!line.startsWith('{')) return false;
  return /"level":\s*(?:[4-6]0|"(?:warn|error|fatal)")/.test(line);
}
