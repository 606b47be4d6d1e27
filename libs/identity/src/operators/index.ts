export { RemoveLostFactors } from './lost-factors.commands.ts';
export { operatorsParts } from './operators.parts.ts';
export { GrantStaffRole, RevokeStaffRole } from './staff.commands.ts';
export { StaffOnly } from './staff.guard.ts';
export { ReinstateUser, SuspendUser } from './suspension.commands.ts';
export { ChangeUserRole } from './user-role.commands.ts';
