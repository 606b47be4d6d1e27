import { Input, Modal } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StaffRole } from '#identity/contract';
import { type Command, commandsFor } from './commands.ts';

type CommandPaletteProps = {
  /** The staff roles of the viewer. */
  held: readonly StaffRole[];
  onClose: () => void;
};

/** A search for pages, ids and people that needs no mouse: arrow keys choose, Enter opens, Escape closes. */
export function CommandPalette({ held, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const commands = commandsFor(text, held);
  const current = Math.min(chosen, commands.length - 1);
  const open = ({ to, state }: Command) => {
    onClose();
    void navigate(to, state && { state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const command = commands[current];
    if (step && commands.length > 0) {
      event.preventDefault();
      setChosen((current + step + commands.length) % commands.length);
    } else if (event.key === 'Enter' && command) open(command);
  };
  return (
    <Modal title="Go to" open footer={null} onCancel={onClose} destroyOnHidden>
      <Input
        autoFocus
        allowClear
        autoComplete="off"
        role="combobox"
        aria-label="A page, an ID, an email address or a name"
        aria-expanded={commands.length > 0}
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 ? `${listId}-${current}` : undefined}
        placeholder="A page, an ID, an email address or a name"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className="palette-results">
        {commands.map((command, index) => (
          <button
            key={`${command.to} ${command.label}`}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            onMouseEnter={() => setChosen(index)}
            onClick={() => open(command)}
          >
            {command.label}
          </button>
        ))}
      </div>
      <p className="small muted" aria-live="polite">
        {commands.length === 0 ? 'Nothing matches.' : 'Arrow keys choose, Enter opens.'}
      </p>
    </Modal>
  );
}
