export { LanguageModelModule } from './language-model.module.ts';
export { LanguageModel, LanguageModelFailed, type Prompt } from './language-model.ts';
export { OpenAiModel } from './openai.ts';
