import { useReducer } from 'react';
import type { Texts } from './report-texts.ts';

/** What is revealed of what people wrote, and a function that adds more to it. It is kept as long as the page is open. */
export const useRevealedTexts = () =>
  useReducer((known: Texts, added: Texts): Texts => new Map([...known, ...added]), new Map() as Texts);
