export { backofficeModule } from './backoffice.module.ts';
export { StaffOnly } from './staff.guard.ts';
