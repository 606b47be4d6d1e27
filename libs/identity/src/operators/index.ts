export { RemoveLostFactors } from './lost-factors.commands.ts';
export { operatorsProviders } from './operators.providers.ts';
export { GrantStaffRole, RevokeStaffRole } from './staff.commands.ts';
export { ReinstateUser, SuspendUser } from './suspension.commands.ts';
