export { PersonalDataKeys } from './personal-data-keys.ts';
export { PostgresPersonalDataKeys } from './postgres.ts';
export { type Keys, namesOfOthersFields, namesOfSealedFields, open, peopleSealed, peopleToSeal, seal } from './seal.ts';
