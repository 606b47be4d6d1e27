import { Dropdown } from 'antd';
import { LogOut, Settings } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router-dom';
import { AntDesign } from './ant-design.tsx';

type AccountDropdownProps = { onSignOut: () => void; children: ReactElement };

/** Opens as soon as it is mounted: it is loaded when the account button is first pressed. */
export function AccountDropdown({ onSignOut, children }: AccountDropdownProps) {
  const [open, setOpen] = useState(true);
  const items = [
    { key: 'settings', icon: <Settings />, label: <Link to="/settings">Settings</Link> },
    { key: 'sign-out', icon: <LogOut />, label: 'Sign Out', onClick: onSignOut },
  ];
  return (
    <AntDesign>
      <Dropdown
        menu={{ items }}
        trigger={['click']}
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        autoFocus
      >
        {children}
      </Dropdown>
    </AntDesign>
  );
}
