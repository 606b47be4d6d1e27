import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Recorded } from '#kernel';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { namesOfOthersFields } from '#platform/personal-data';
import { CheckpointRefused, checkpointPaths, privateKeyOf, publicKeyAt } from './checkpoint-files.ts';
import {
  logFindings,
  type Receipt,
  type ReceiptFinding,
  type ReceiptWords,
  signatureFindings,
  signReceipt,
} from './receipt.ts';
import { privateKeyFrom, publicJwk, type ReceiptKey } from './signature.ts';

/**
 * `wordsOf` says what an event means to the holder, undefined for an event that they do not see. It is called for each
 * event in order. `withheld` names the fields of its data that are not for the holder although they are not encrypted.
 */
type ReceiptRequest = {
  readonly subject: string;
  readonly holder: Receipt['holder'];
  readonly wordsOf: (event: Recorded) => ReceiptWords | undefined;
  readonly withheld?: (event: Recorded) => readonly string[];
};

/** Signed statements of what the log contains about a subject, for the people whom it concerns. */
@Injectable()
export class Receipts {
  constructor(
    private readonly config: Config,
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  /** Signs with the key of the checkpoints. Throws if the log does not prove the events: that must not be certified. */
  async issue({ subject, holder, wordsOf, withheld = () => [] }: ReceiptRequest): Promise<Receipt> {
    const stored = await this.store.readSealed(subject);
    // Events that were appended since are not in this receipt.
    const links = (await this.store.linksOf(subject)).slice(0, stored.length);
    const last = links.at(-1);
    if (!last || links.length < stored.length || links.some(({ unchanged }) => !unchanged))
      throw new Error(`The events of ${subject} do not match their hashes: run festoon audit verify`);
    const events = (await this.store.opened(stored, [holder.id])).flatMap((event, i) => {
      const words = wordsOf(event);
      const link = links[i];
      if (!words || !link) return [];
      const { version, type, at, recordedAt, data } = event;
      const place = { position: String(link.position), version, type, at, recordedAt };
      const names = withheld(event);
      const leftOut = [...namesOfOthersFields(stored[i]?.data ?? {}, holder.id), ...names];
      const shown = { ...data, ...Object.fromEntries(names.map((name) => [name, null])) };
      return [{ ...place, ...words, data: shown, leftOut, digest: link.digest, hash: link.hash }];
    });
    const end = { position: String(last.position), version: last.version, hash: last.hash };
    const at = this.context.now().toISOString();
    const statement = { kind: 'festoon-receipt', format: 1, subject, holder, at, end, events } as const;
    return signReceipt(statement, this.#privateKey);
  }

  /**
   * The key with which receipts can be checked, as a JSON Web Key. It also checks checkpoints, and no token is signed
   * with it.
   */
  publishedKey(): ReceiptKey {
    return publicJwk(this.#privateKey);
  }

  /** Compares a receipt with the log. `later` is the number of events of its subject that were recorded since. */
  async compare(receipt: Receipt): Promise<{ readonly findings: readonly ReceiptFinding[]; readonly later: number }> {
    const links = await this.store.linksOf(receipt.subject);
    const later = links.filter(({ version }) => version > receipt.end.version).length;
    return { findings: logFindings(receipt, links), later };
  }

  get #privateKey(): KeyObject {
    return privateKeyFrom(privateKeyOf(checkpointPaths(this.config.dataFolder)));
  }
}

/**
 * Checks the signature with the key in `publicKey`, or with that of the data folder. It needs no log. Throws a
 * {@link CheckpointRefused} without a readable key.
 */
export const checkSignature = (
  receipt: Receipt,
  { dataFolder, publicKey }: { readonly dataFolder: string; readonly publicKey?: string | undefined },
): readonly ReceiptFinding[] => {
  const file = publicKey ?? checkpointPaths(dataFolder).publicKey;
  const key = publicKeyAt(file);
  if (!key) throw new CheckpointRefused(`There is no public key ${file}: name a copy of it with --public-key`);
  return signatureFindings(receipt, key);
};
