export { eventTypesOf } from './consistency.ts';
export {
  type Audience,
  defineModule,
  type ExportSubject,
  listOf,
  type ModuleDefinition,
  type RouteAccess,
  reactionsOf,
  type SocketMessage,
  within,
} from './module-definition.ts';
export { Modules } from './modules.ts';
export { PlatformModule, productImports } from './platform.module.ts';
