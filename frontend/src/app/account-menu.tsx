import { CircleUserRound } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactElement, useState } from 'react';
import { importCode } from '../platform/code-loading.ts';
import { copyOf } from '../platform/picture-copies.ts';

type AccountMenuProps = { avatarUrl: string | null; isStaff: boolean; onSignOut: () => void };
type DropdownProps = Omit<AccountMenuProps, 'avatarUrl'> & { children: ReactElement };

type AccountButtonProps = ComponentProps<'button'> & { avatarUrl: string | null };

function AccountButton({ className = '', avatarUrl, ...button }: AccountButtonProps) {
  return (
    <button
      type="button"
      className={`button quiet icon ${className}`}
      aria-label="Account"
      aria-haspopup="menu"
      {...button}
    >
      {avatarUrl ? (
        <img className="account-picture" src={copyOf(avatarUrl, 250)} width={32} height={32} alt="" />
      ) : (
        <CircleUserRound />
      )}
    </button>
  );
}

/**
 * Settings, the back office for staff, and Sign Out. The menu's code is loaded when the button is first pressed. If
 * that fails for lack of a connection, the next press tries again.
 */
export function AccountMenu({ avatarUrl, isStaff, onSignOut }: AccountMenuProps) {
  const [Dropdown, setDropdown] = useState<ComponentType<DropdownProps>>();
  const [loading, setLoading] = useState(false);
  if (Dropdown)
    return (
      <Dropdown isStaff={isStaff} onSignOut={onSignOut}>
        <AccountButton avatarUrl={avatarUrl} />
      </Dropdown>
    );
  const load = () => {
    setLoading(true);
    importCode(() => import('./account-dropdown.tsx')).then(
      ({ AccountDropdown }) => setDropdown(() => AccountDropdown),
      () => setLoading(false),
    );
  };
  return <AccountButton avatarUrl={avatarUrl} aria-busy={loading} onClick={load} />;
}
