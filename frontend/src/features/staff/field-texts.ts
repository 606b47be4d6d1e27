import { createContext } from 'react';
import { fieldTexts } from '../../platform/field-texts.ts';

/** How the fields of events are shown. The pages combine the tables of the features. */
export const FieldTextsContext = createContext(fieldTexts());
