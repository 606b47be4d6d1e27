import { useState } from 'react';

/**
 * The action whose dialog is open or was opened last, because a closing dialog still shows its text. `first` is shown
 * by the dialog before it opens for the first time.
 */
export const useChosenAction = <Action extends string>(first: Action) => {
  const [chosen, setChosen] = useState(first);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (action: Action) => {
    setChosen(action);
    setIsOpen(true);
  };
  return { chosen, isOpen, choose, close: () => setIsOpen(false) };
};
