export { PersonalDataKeys } from './personal-data-keys.ts';
export { PostgresPersonalDataKeys } from './postgres.ts';
export { type Keys, open, peopleSealed, peopleToSeal, seal, sealedFacts } from './seal.ts';
