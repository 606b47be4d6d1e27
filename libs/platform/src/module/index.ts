export { PlatformModule } from './platform.module.ts';
