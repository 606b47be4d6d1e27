import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** Unmistakable values, planted wherever people type something, and looked for where none may be. */
export class Canaries {
  readonly #planted = new Map<string, string>();

  /** A new one; `shape` makes it fit for where it goes. */
  new(name: string, shape: (unmistakable: string) => string = (unmistakable) => unmistakable): string {
    return this.plant(name, shape(`canary${randomBytes(6).toString('hex')}`));
  }

  /** One that somebody else made: a token, a code. */
  plant(name: string, value: string): string {
    if (value.length < 6) throw new Error(`${name} is too short to be told from chance`);
    this.#planted.set(name, value);
    return value;
  }

  get names(): readonly string[] {
    return [...this.#planted.keys()];
  }

  /** Which stand in a text, as they are or as an address writes them. */
  in(text: string): readonly string[] {
    const found = [...this.#planted].filter(([, value]) => {
      // Six digits stand in many longer numbers.
      if (/^\d{6}$/.test(value)) return new RegExp(`(?<![\\w.:-])${value}(?![\\w.:-])`).test(text);
      return text.includes(value) || text.includes(encodeURIComponent(value));
    });
    return found.map(([name]) => name);
  }
}

/** All that this process says from here on, on every level, until `stop`. */
export const listen = () => {
  const said: string[] = [];
  const hear = (...words: readonly unknown[]) => void said.push(words.map(String).join(' '));
  const spies = [
    ...[process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation(((chunk: unknown) => {
        hear(chunk);
        return true;
      }) as never),
    ),
    ...(['log', 'info', 'warn', 'error', 'debug', 'trace'] as const).map((name) =>
      jest.spyOn(console, name).mockImplementation(hear),
    ),
  ];
  process.on('warning', hear);
  Logger.overrideLogger(['verbose', 'debug', 'log', 'warn', 'error', 'fatal']);
  return {
    get text(): string {
      return said.join('\n');
    },
    stop: () => {
      process.off('warning', hear);
      for (const spy of spies) spy.mockRestore();
    },
  };
};
