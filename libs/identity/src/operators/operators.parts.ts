import type { SubmoduleParts } from '#platform/module';
import * as lostFactors from './lost-factors.commands.ts';
import * as staff from './staff.commands.ts';
import * as suspension from './suspension.commands.ts';
import * as userRole from './user-role.commands.ts';

/** The commands with which operators manage accounts. */
export const operatorsParts = {
  commands: [staff, userRole, suspension, lostFactors],
} satisfies SubmoduleParts;
