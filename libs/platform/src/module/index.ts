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
export { eventTypesOf, Modules } from './modules.ts';
export { PlatformModule } from './platform.module.ts';
