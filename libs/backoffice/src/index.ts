export { backofficeModule } from './backoffice.module.ts';
