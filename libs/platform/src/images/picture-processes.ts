import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OnApplicationShutdown } from '@nestjs/common';
import { type DecodingResult, memoryExitCode } from './decoding-result.ts';
import type { DerivedPicture } from './picture.ts';
import { PictureRefused } from './picture-refused.ts';

/** What one picture may need: `memory` of its process in bytes, `time` in milliseconds. */
export type DecodingLimits = { readonly memory: number; readonly time: number };
export const defaultLimits: DecodingLimits = { memory: 1_000_000_000, time: 60_000 };

/** A picture could not be decoded within the limits, or ended its process. It may be hostile, or the machine busy. */
export class DecodingFailed extends Error {}

/** A process without work ends after this time, in milliseconds, because decoders do not return all of their memory. */
const idleTime = 10_000;

/**
 * Decodes pictures in processes of their own, so that a hostile file can at most end one of them: they have limits, and
 * none of the product's settings and connections.
 */
export class PictureProcesses implements OnApplicationShutdown {
  readonly #processes = new Set<PictureProcess>();
  readonly #idle: PictureProcess[] = [];
  #stopped = false;

  /** `node` is the path of the Node.js that runs the processes. */
  constructor(
    private readonly limits: DecodingLimits = defaultLimits,
    private readonly node: string = process.execPath,
  ) {}

  /** The ids of the processes that are running. */
  get ids(): readonly number[] {
    return [...this.#processes].map(({ id }) => id);
  }

  /** See {@link derivePicture}. As many pictures are decoded at the same time as there are calls. */
  async derive(content: Buffer): Promise<DerivedPicture> {
    const decoder = this.#idle.pop() ?? this.#start();
    try {
      const picture = await decoder.derive(content);
      this.#keep(decoder);
      return picture;
    } catch (error) {
      if (error instanceof PictureRefused) this.#keep(decoder);
      else decoder.end();
      throw error;
    }
  }

  /** Ends idle processes. Pictures that are being decoded are completed first. */
  onApplicationShutdown(): void {
    this.#stopped = true;
    for (const decoder of this.#idle.splice(0)) decoder.end();
  }

  #start(): PictureProcess {
    const decoder = new PictureProcess(this.limits, this.node, () => {
      this.#processes.delete(decoder);
      const place = this.#idle.indexOf(decoder);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    this.#processes.add(decoder);
    return decoder;
  }

  #keep(decoder: PictureProcess): void {
    if (this.#stopped) decoder.end();
    else {
      this.#idle.push(decoder);
      decoder.endAfter(idleTime);
    }
  }
}

/**
 * Settings of glibc. With one arena, the threads of the decoders use again what another one has freed. Blocks of up to
 * 32 MB are kept for the next ones: returning them to the system and requesting them again took half of the CPU time of a
 * picture. A process without work ends, and with it the memory that it kept.
 */
const allocatorSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(32 * 1_048_576),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1_048_576),
};

/** One process, which decodes one picture at a time. */
class PictureProcess {
  readonly #child: ChildProcess;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limits: DecodingLimits,
    node: string,
    onEnd: () => void,
  ) {
    const program = fileURLToPath(new URL(`./picture-process${extname(import.meta.url)}`, import.meta.url));
    const { PATH = '', LD_LIBRARY_PATH } = process.env;
    this.#child = fork(program, [String(limits.memory)], {
      serialization: 'advanced',
      // The environment has secrets, and the flags of this process are not for others.
      env: { PATH, ...allocatorSettings, ...(LD_LIBRARY_PATH !== undefined && { LD_LIBRARY_PATH }) },
      execPath: node,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.once('exit', onEnd);
    // A process that could not be started emits no `exit` event.
    this.#child.on('error', () => {
      this.end();
      onEnd();
    });
    this.#unref();
  }

  get id(): number {
    return this.#child.pid ?? 0;
  }

  async derive(content: Buffer): Promise<DerivedPicture> {
    clearTimeout(this.#idleTimer);
    this.#ref();
    try {
      const result = await this.#resultOf(content);
      if ('picture' in result) return result.picture;
      throw 'refused' in result ? new PictureRefused(result.refused) : new Error(result.error);
    } finally {
      this.#unref();
    }
  }

  endAfter(milliseconds: number): void {
    this.#idleTimer = setTimeout(() => this.end(), milliseconds).unref();
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    this.#child.kill('SIGKILL');
  }

  #resultOf(content: Buffer): Promise<DecodingResult> {
    const child = this.#child;
    const { memory, time } = this.limits;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        finish();
        reject(new DecodingFailed(`Decoding this picture takes longer than ${time / 1_000} seconds`));
      }, time);
      const onMessage = (result: unknown) => {
        finish();
        resolve(result as DecodingResult);
      };
      const onExit = (code: number | null) => {
        finish();
        const isMemory = code === memoryExitCode;
        const what = isMemory ? `needs more than ${memory / 1_000_000} MB of memory` : 'ended unexpectedly';
        reject(new DecodingFailed(`Decoding this picture ${what}`));
      };
      const onError = (error: Error) => {
        finish();
        reject(error);
      };
      const finish = () => {
        clearTimeout(timer);
        child.off('message', onMessage).off('exit', onExit).off('error', onError);
      };
      child.on('message', onMessage).on('exit', onExit).on('error', onError);
      if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode);
      else child.send(content);
    });
  }

  #ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  /** An idle process must not keep this process running. */
  #unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}
