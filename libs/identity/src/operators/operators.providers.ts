import { lostFactorsHandlers } from './lost-factors.commands.ts';
import { staffHandlers } from './staff.commands.ts';
import { suspensionHandlers } from './suspension.commands.ts';

/** What operators do to accounts. */
export const operatorsProviders = [...staffHandlers, ...suspensionHandlers, ...lostFactorsHandlers];
