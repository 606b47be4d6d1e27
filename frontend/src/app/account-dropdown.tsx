import { Dropdown } from 'antd';
import { Briefcase, LogOut, Settings } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router-dom';
import { AntDesign } from './ant-design.tsx';

type AccountDropdownProps = { isStaff: boolean; onSignOut: () => void; children: ReactElement };

/** Opens as soon as it is mounted: it is loaded when the account button is first pressed. */
export function AccountDropdown({ isStaff, onSignOut, children }: AccountDropdownProps) {
  const [open, setOpen] = useState(true);
  const items = [
    { key: 'settings', icon: <Settings />, label: <Link to="/settings">Settings</Link> },
    ...(isStaff ? [{ key: 'staff', icon: <Briefcase />, label: <Link to="/staff">Back Office</Link> }] : []),
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
