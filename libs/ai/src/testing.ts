export { AssistantEngine } from './assistant.engine.ts';
export { AssistantLimits } from './assistant.limits.ts';
