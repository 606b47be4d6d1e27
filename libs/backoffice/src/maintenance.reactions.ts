import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { faultOf } from '#platform/logging';
import { BrokenFold, NothingToRollBack, ProjectionBusy, TableInUse } from '#platform/projections';
import type { Reaction } from '#platform/reactions';
import { FailMaintenance, RunMaintenance } from './maintenance.commands.ts';
import type { MaintenanceEvents } from './maintenance.ts';

/** A repetition would fail in the same way, or only after an operator did something. */
const finalErrors = [BrokenFold, NothingToRollBack, ProjectionBusy, TableInUse];

/** Runs the tasks that staff start. */
@Injectable()
export class MaintenanceReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly run: Reaction<MaintenanceEvents> = {
    name: 'backoffice.run-maintenance',
    to: 'MaintenanceStarted',
    queue: 'maintenance',
    react: async ({ at, data: { number } }, attempt) => {
      try {
        await this.commands.execute(new RunMaintenance(number, at));
      } catch (error) {
        if (!(attempt?.isLast || finalErrors.some((kind) => error instanceof kind))) throw error;
        await this.commands.execute(new FailMaintenance(number, faultOf(error)));
      }
    },
  };
}
