import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { Projector } from '#platform/projections';
import type { MaintenanceRequest } from './contract.ts';
import { type MaintainedTable, maintenance, maintenanceId } from './maintenance.ts';

/** How many keys of differing rows of a table the log records. */
const maxKeys = 20;

/**
 * Starts a task on projections: `pause` and `resume` have an effect at once, the others are run by a worker. Returns
 * the number of the task. Refuses `projection-not-found`, `projection-nothing-to-roll-back` and `maintenance-running`.
 */
export class StartMaintenance extends Command<number> {
  constructor(readonly request: MaintenanceRequest) {
    super();
  }
}

@CommandHandler(StartMaintenance)
export class StartMaintenanceHandler implements ICommandHandler<StartMaintenance> {
  constructor(
    private readonly store: EventStore,
    private readonly projector: Projector,
    private readonly commands: CommandBus,
    private readonly context: Context,
  ) {}

  async execute({ request: { task, projections } }: StartMaintenance): Promise<number> {
    const names = task === 'prune' ? (await this.projector.leftovers()).map(({ name }) => name) : this.projector.names;
    const unknown = projections.find((name) => !names.includes(name));
    if (unknown !== undefined)
      refuse(
        'projection-not-found',
        task === 'prune' ? `${unknown} has no table that can be dropped` : `There is no projection ${unknown}`,
      );
    if (task === 'rollback') await this.#requireKept(projections);
    const { state } = await this.store.handle(maintenance, maintenanceId, 'start', { task, projections });
    if (task === 'pause' || task === 'resume')
      await this.commands.execute(new RunMaintenance(state.count, this.context.now().toISOString()));
    return state.count;
  }

  async #requireKept(projections: readonly string[]): Promise<void> {
    const kept = (await this.projector.status()).filter((status) => status.kept !== undefined).map(({ name }) => name);
    const missing = projections.find((name) => !kept.includes(name));
    if (missing !== undefined)
      refuse('projection-nothing-to-roll-back', `${missing} has no earlier table to go back to`);
  }
}

/**
 * Runs the task with this number, unless it has ended. A task that was interrupted continues. `startedAt` is when staff
 * started it, an ISO instant.
 */
export class RunMaintenance extends Command<void> {
  constructor(
    readonly number: number,
    readonly startedAt: string,
  ) {
    super();
  }
}

@CommandHandler(RunMaintenance)
export class RunMaintenanceHandler implements ICommandHandler<RunMaintenance> {
  constructor(
    private readonly store: EventStore,
    private readonly projector: Projector,
  ) {}

  async execute({ number, startedAt }: RunMaintenance): Promise<void> {
    const { running } = (await this.store.load(maintenance, maintenanceId)).state;
    if (running?.number !== number) return;
    const tables = await this.#run(running.task, running.projections, startedAt);
    await this.store.handle(maintenance, maintenanceId, 'finish', { number, tables });
  }

  async #run(
    task: MaintenanceRequest['task'],
    projections: readonly string[],
    startedAt: string,
  ): Promise<readonly MaintainedTable[]> {
    switch (task) {
      case 'pause':
      case 'resume':
        await this.projector.pause(projections, task === 'pause');
        return [];
      case 'rebuild': {
        const names = await this.#notReplacedSince(startedAt, projections);
        if (names.length === 0) return [];
        const { rebuilt } = await this.projector.rebuild(names, { resume: true });
        return rebuilt.map(({ name, rows, comparison }) => ({
          name,
          rows,
          different: comparison?.different ?? null,
          ...firstKeys(comparison?.keys),
        }));
      }
      case 'verify': {
        const results = await this.projector.verificationResults(projections);
        return results.map(({ name, rows, different, keys, failure }) => ({
          name,
          rows,
          different: failure === undefined ? different : null,
          ...firstKeys(keys),
        }));
      }
      case 'rollback': {
        for (const name of await this.#notReplacedSince(startedAt, projections)) await this.projector.rollback(name);
        return [];
      }
      case 'prune': {
        // A rebuild since then may have replaced a table of the same name, which staff did not choose.
        const found = (await this.projector.leftovers()).filter(
          ({ name, since }) => projections.includes(name) && since < startedAt,
        );
        const dropped = await this.projector.prune(found);
        return dropped.map(({ name, rows }) => ({ name, rows: Math.round(rows), different: null }));
      }
    }
  }

  /**
   * Leaves out the projections whose tables an interrupted attempt of this task has replaced already: a second rollback
   * would undo the first, and a second rebuild would drop the table that is kept for a rollback.
   */
  async #notReplacedSince(startedAt: string, projections: readonly string[]): Promise<readonly string[]> {
    const replaced = (await this.projector.status()).filter(({ kept = '' }) => kept >= startedAt);
    return projections.filter((name) => replaced.every((status) => status.name !== name));
  }
}

const firstKeys = (keys: readonly string[] = []) => (keys.length > 0 ? { keys: keys.slice(0, maxKeys) } : {});

/** Records that the task with this number failed, unless it has ended. */
export class FailMaintenance extends Command<void> {
  constructor(
    readonly number: number,
    readonly failure: string,
  ) {
    super();
  }
}

@CommandHandler(FailMaintenance)
export class FailMaintenanceHandler implements ICommandHandler<FailMaintenance> {
  constructor(private readonly store: EventStore) {}

  async execute({ number, failure }: FailMaintenance): Promise<void> {
    await this.store.handle(maintenance, maintenanceId, 'fail', { number, failure });
  }
}
