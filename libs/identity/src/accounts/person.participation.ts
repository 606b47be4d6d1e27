import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { type ErasureParts, Modules } from '#platform/module';
import { Projector } from '#platform/projections';

/**
 * Ends what an erased person still has in the modules, such as pending bookings, active leads and the public profile.
 */
@Injectable()
export class Participation {
  constructor(
    private readonly modules: Modules,
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly projector: Projector,
  ) {}

  /**
   * Ends the person's participation in every module, even if one of them fails. Throws if something remains anywhere.
   * Idempotent.
   */
  async end(personId: string): Promise<void> {
    const failures: string[] = [];
    for (const { definition, queries } of this.modules.all) {
      const parts = definition.personalData?.erasure;
      const failure = parts && (await this.#endIn(parts, queries, personId).catch(messageOf));
      if (failure) failures.push(`${definition.name}: ${failure}`);
    }
    if (failures.length > 0)
      throw new Error(`The erasure of ${personId} is not complete and will be retried. ${failures.join('. ')}`);
  }

  /** Ends the participation in one module. Returns what is left, as a sentence. */
  async #endIn(parts: ErasureParts<unknown>, queries: unknown, personId: string): Promise<string | undefined> {
    await this.#caughtUp(parts);
    await this.commands.execute(parts.command(personId));
    await this.#caughtUp(parts);
    const remaining = await parts.remaining(personId, queries);
    return remaining.length > 0 ? `${remaining.join(', ')} remain` : undefined;
  }

  async #caughtUp({ readTables }: ErasureParts<unknown>): Promise<void> {
    const head = await this.store.head();
    for (const table of readTables) await this.projector.requireCaughtUp(table, head);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
