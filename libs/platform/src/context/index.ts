export { Context, uuidFrom } from './context.ts';
