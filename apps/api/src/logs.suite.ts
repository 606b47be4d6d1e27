import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** Unique values that tests enter in every input field, and then search for in places where no input may appear. */
export class Canaries {
  readonly #planted = new Map<string, (text: string) => boolean>();

  /** Creates a canary; `shape` gives it the format that the field requires. */
  new(name: string, shape: (unmistakable: string) => string = (unmistakable) => unmistakable): string {
    // Letters only, because some fields refuse what looks like a phone number.
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    return this.plant(name, shape(`canary${letters}`));
  }

  /** Adds an existing value, such as a token or a code, as a canary. */
  plant(name: string, value: string): string {
    if (value.length < 6) throw new Error(`${name} is too short: it could occur by chance`);
    this.#planted.set(name, searchFor(value));
    return value;
  }

  get names(): readonly string[] {
    return [...this.#planted.keys()];
  }

  /** The names of the canaries that a text contains, unchanged or percent-encoded. */
  in(text: string): readonly string[] {
    return [...this.#planted].flatMap(([name, isIn]) => (isIn(text) ? [name] : []));
  }
}

/** Made once for each value, because thousands of texts are searched for it. */
const searchFor = (value: string): ((text: string) => boolean) => {
  // A six-digit code can be part of a longer number by chance, so only a match on word boundaries counts.
  if (/^\d{6}$/.test(value)) {
    const code = new RegExp(`(?<![\\w.:-])${value}(?![\\w.:-])`);
    return (text) => code.test(text);
  }
  const encoded = encodeURIComponent(value);
  return (text) => text.includes(value) || (encoded !== value && text.includes(encoded));
};

/** Captures all output of this process on every log level, until `stop` is called. */
export const listen = () => {
  const lines: string[] = [];
  const capture = (...parts: readonly unknown[]) => void lines.push(parts.map(String).join(' '));
  const spies = [
    ...[process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation(((chunk: unknown) => {
        capture(chunk);
        return true;
      }) as never),
    ),
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(capture),
    ),
  ];
  process.on('warning', capture);
  Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
  return {
    get text(): string {
      return lines.join('\n');
    },
    stop: () => {
      process.off('warning', capture);
      for (const spy of spies) spy.mockRestore();
    },
  };
};
