import { Checkbox, Input, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { StaffRole } from '#identity/contract';
import { type PaletteEntry, paletteEntriesFor } from './palette-entries.ts';
import { useSlashKey } from './use-palette-keys.ts';

type CommandPaletteProps = {
  /** The staff roles of the viewer. */
  viewerRoles: readonly StaffRole[];
  onClose: () => void;
};

/** A search for pages, ids and people that needs no mouse: arrow keys choose, Enter opens, Escape closes. */
export function CommandPalette({ viewerRoles, onClose }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const navigate = useNavigate();
  const listId = useId();
  const [slash, setSlash] = useSlashKey();
  const entries = paletteEntriesFor(text, viewerRoles);
  const current = Math.min(chosen, entries.length - 1);
  const currentId = `${listId}-${current}`;
  useEffect(() => {
    void document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  const open = ({ to, state }: PaletteEntry) => {
    onClose();
    void navigate(to, state && { state });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[current];
    if (step && entries.length > 0) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    } else if (event.key === 'Enter' && entry) open(entry);
  };
  return (
    <Modal title="Go to" open footer={null} onCancel={onClose} destroyOnHidden>
      <Input
        autoFocus
        allowClear
        autoComplete="off"
        role="combobox"
        aria-label="Page, ID, position, email address, or name"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? currentId : undefined}
        placeholder="Page, ID, position, email address, or name"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label="Results" className="palette-results">
        {entries.map((entry, index) => (
          <button
            key={`${entry.to} ${entry.label}`}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            // Browsers also report a move, of no distance, when the list scrolls under the pointer.
            onMouseMove={({ movementX, movementY }) => (movementX !== 0 || movementY !== 0) && setChosen(index)}
            onClick={() => open(entry)}
          >
            {entry.label}
          </button>
        ))}
      </div>
      <p className="small muted" aria-live="polite">
        {entries.length === 0 ? 'No results.' : 'Use the arrow keys to choose, and Enter to open.'}
      </p>
      <Checkbox checked={slash} onChange={({ target }) => setSlash(target.checked)}>
        Open with the key /
      </Checkbox>
    </Modal>
  );
}
