export { AssistantEngine } from './assistant.engine.ts';
