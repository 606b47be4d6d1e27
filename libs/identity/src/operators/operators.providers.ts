import { lostFactorsHandlers } from './lost-factors.commands.ts';
import { staffHandlers } from './staff.commands.ts';
import { suspensionHandlers } from './suspension.commands.ts';

/** The commands with which operators manage accounts. */
export const operatorsProviders = [...staffHandlers, ...suspensionHandlers, ...lostFactorsHandlers];
