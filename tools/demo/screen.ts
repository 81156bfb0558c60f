import { styleText } from 'node:util';
import { createLogUpdate } from 'log-update';

const INDENT = '   ';

/** Lines that are drawn over again on a terminal. */
export interface LiveBlock {
  /** Replaces what was drawn before; nothing elsewhere than on a terminal. */
  draw(lines: string[]): void;
}

/** Where the demo writes: plain lines, with colours and redrawing on a terminal only. */
export class Screen {
  readonly #out: NodeJS.WriteStream;
  #scenes = 0;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
  }

  get live(): boolean {
    // A terminal of unknown width cannot be drawn over.
    return this.#out.isTTY === true && this.#out.columns > 0;
  }

  /** A numbered heading. */
  scene(title: string): void {
    this.#scenes += 1;
    this.#write(`\n${this.strong(`${this.#scenes}  ${title}`)}`);
  }

  line(text = ''): void {
    this.#write(text === '' ? '' : INDENT + text);
  }

  /** Two columns: a name and what is to say about it. */
  fact(name: string, text: string): void {
    this.line(`${this.soft(name.padEnd(13))}${text}`);
  }

  block(): LiveBlock {
    const update = createLogUpdate(this.#out, { showCursor: true });
    return {
      draw: (lines) => {
        if (this.live) update(lines.map((line) => INDENT + line).join('\n'));
      },
    };
  }

  strong(text: string): string {
    return this.#style(['bold', 'cyan'], text);
  }

  good(text: string): string {
    return this.#style(['green'], text);
  }

  warn(text: string): string {
    return this.#style(['yellow'], text);
  }

  soft(text: string): string {
    return this.#style(['gray'], text);
  }

  /** Colours only where `out` is a terminal and NO_COLOR does not forbid them. */
  #style(format: Parameters<typeof styleText>[0], text: string): string {
    return styleText(format, text, { stream: this.#out });
  }

  #write(text: string): void {
    this.#out.write(`${text}\n`);
  }
}
