import { CircleUserRound } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactElement, useState } from 'react';

type DropdownProps = { onSignOut: () => void; children: ReactElement };

function AccountButton({ className = '', ...button }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={`button quiet icon ${className}`}
      aria-label="Account"
      aria-haspopup="menu"
      {...button}
    >
      <CircleUserRound />
    </button>
  );
}

/** Settings and Sign Out. The menu's code is loaded when the button is first pressed; without a connection, at the next try. */
export function AccountMenu({ onSignOut }: { onSignOut: () => void }) {
  const [Dropdown, setDropdown] = useState<ComponentType<DropdownProps>>();
  const [loading, setLoading] = useState(false);
  if (Dropdown)
    return (
      <Dropdown onSignOut={onSignOut}>
        <AccountButton />
      </Dropdown>
    );
  const load = () => {
    setLoading(true);
    import('./account-dropdown.tsx').then(
      ({ AccountDropdown }) => setDropdown(() => AccountDropdown),
      () => setLoading(false),
    );
  };
  return <AccountButton aria-busy={loading} onClick={load} />;
}
