export { eventTypesOf } from './consistency.ts';
export { defineModule, reactionsOf } from './module-definition.ts';
export {
  type Audience,
  type ErasureParts,
  listOf,
  type ModuleDefinition,
  type RouteAccess,
  type SocketMessage,
  type SubmoduleParts,
  within,
} from './module-parts.ts';
export { Modules } from './modules.ts';
export { PlatformModule, productImports } from './platform.module.ts';
export { platformTitles } from './platform-events.ts';
