import type { SubmoduleParts } from '#platform/module';
import * as commands from './dummies.commands.ts';
import { DummiesController } from './dummies.controller.ts';
import { dummyVendors } from './dummies.projection.ts';
import { DummiesQueries } from './dummies.queries.ts';
import { dummyVendorRows } from './dummies.rows.ts';
import { dummyVendor } from './dummy-vendor.ts';

/** Vendors that belong to no person, for sites that would otherwise be empty. */
export const dummiesParts = {
  aggregates: [dummyVendor],
  projections: [[dummyVendors, dummyVendorRows]],
  commands: [commands],
  controllers: [DummiesController],
  providers: [DummiesQueries],
} satisfies SubmoduleParts;
